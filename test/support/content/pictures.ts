import sharp, { type Sharp } from "sharp";
import type { Sent } from "../servers/open-uploads.ts";

/** A gradient: encoders make files of it whose sizes depend on the picture. */
function gradient(width: number, height: number): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="#08c"/><stop offset="1" stop-color="#fc0"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="50%" r="30%" fill="#c03"/></svg>`;
  return sharp(Buffer.from(svg));
}

async function animation(width: number, height: number): Promise<Buffer> {
  const pages = await Promise.all(
    [gradient(width, height), gradient(width, height).negate()].map((each) => each.png().toBuffer()),
  );
  return sharp(pages, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** Twelve pictures of every kind, with sides around the sizes of the forms made of them. */
export async function pictures(): Promise<readonly Sent[]> {
  return [
    ["large.jpg", await gradient(1600, 1200).jpeg().toBuffer(), "image/jpeg"],
    ["tall photo.jpeg", await gradient(600, 1400).jpeg({ quality: 95 }).toBuffer(), "image/jpeg"],
    ["turned.jpg", await gradient(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer(), "image/jpeg"],
    ["medium.png", await gradient(900, 300).png().toBuffer(), "image/png"],
    ["exact.png", await gradient(1000, 750).png().toBuffer(), "image/png"],
    ["thumb-only.png", await gradient(246, 100).png().toBuffer(), "image/png"],
    ["tiny.png", await gradient(245, 156).png().toBuffer(), "image/png"],
    ["web.webp", await gradient(1100, 1100).webp().toBuffer(), "image/webp"],
    ["print.tiff", await gradient(520, 300).tiff().toBuffer(), "image/tiff"],
    ["moving.gif", await animation(600, 400), "image/gif"],
    ["modern.avif", await gradient(700, 500).avif().toBuffer(), "image/avif"],
    [
      "drawing.svg",
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><path d="M0 0h9"/></svg>',
      "image/svg+xml",
    ],
  ];
}
