/** Programs by a word of their `User-Agent`, the more particular ones first: most name others too. */
const BROWSERS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:YaBrowser|Yowser)\//, "Yandex Browser"],
  [/\bBrave\//, "Brave"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bWindows NT\b/, "Windows"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\b(?:Macintosh|Mac OS X)\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Characters that are read; the part that identifies a program is within them. */
const MAX_LENGTH = 1024;

/** A name for people, such as `Chrome on Windows`, in Strapi's words; null where nothing is known. */
export function deviceName(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, MAX_LENGTH) ?? "";
  const nameIn = (names: typeof BROWSERS) => names.find(([word]) => word.test(text))?.[1];
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(" on ");
}
