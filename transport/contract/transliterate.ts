/** Lower-case letters and digits with a Latin spelling of their own; a capital is spelled with a capital. */
const SPELLINGS = `
  ä:ae ö:oe ü:ue ß:ss æ:ae ø:o œ:oe đ:d ð:d þ:th ł:l ħ:h ı:i ĳ:ij ĸ:k ŀ:l ŋ:n ŧ:t
  α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:ks ο:o π:p ρ:r ς:s σ:s τ:t υ:y φ:f χ:x ψ:ps ω:o
  а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:j к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:cz ч:ch ш:sh
  щ:shh ъ: ы:y ь: э:e ю:yu я:ya ё:yo є:ye і:i ї:yi ґ:g љ:lj њ:nj ќ:kj
  ա:a բ:b գ:g դ:d ե:ye զ:z է:e ը:y թ:t ժ:zh ի:i լ:l խ:kh ծ:ts կ:k հ:h ձ:dz ղ:gh ճ:tch մ:m յ:y ն:n շ:sh ո:vo
  չ:ch պ:p ջ:j ռ:r ս:s վ:v տ:t ր:r ց:c փ:p ք:q օ:o ֆ:f և:yev
  ა:a ბ:b გ:g დ:d ე:e ვ:v ზ:z თ:t ი:i კ:k ლ:l მ:m ნ:n ო:o პ:p ჟ:zh რ:r ს:s ტ:t უ:u ფ:ph ქ:q ღ:gh ყ:k შ:sh
  ჩ:ch ც:ts ძ:dz წ:ts ჭ:tch ხ:kh ჯ:j ჰ:h
  ء:e آ:a أ:a ؤ:w إ:i ئ:y ا:a ب:b ة:t ت:t ث:th ج:j ح:h خ:kh د:d ذ:dh ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع:e غ:gh
  ف:f ق:q ك:k ل:l م:m ن:n ه:h و:w ى:a ي:y پ:p چ:ch ژ:zh ک:k گ:g ی:y
  ٠:0 ١:1 ٢:2 ٣:3 ٤:4 ٥:5 ٦:6 ٧:7 ٨:8 ٩:9 ۰:0 ۱:1 ۲:2 ۳:3 ۴:4 ۵:5 ۶:6 ۷:7 ۸:8 ۹:9`;

/** Capitals that are not spelled like their small letters. */
const CAPITALS = "ẞ:SS Æ:AE Þ:TH Ĳ:IJ Β:B Θ:TH Ξ:KS Ψ:PS";

const LETTERS: ReadonlyMap<string, string> = new Map([
  ...entriesOf(SPELLINGS).flatMap(([letter, spelling]) => [
    [capitalized(letter), capitalized(spelling)] as const,
    [letter, spelling] as const,
  ]),
  ...entriesOf(CAPITALS),
]);

/** A text in Latin letters without marks, where there are any: `Ünder`, `Щётка` become `Uender`, `Shhyotka`. */
export function transliterate(text: string): string {
  // Letters with marks may have a spelling of their own, as `й`; the others lose their marks first, as `ά`.
  const plain = spelled(text.normalize("NFC")).normalize("NFD").replace(/\p{M}/gu, "");
  return spelled(plain);
}

function spelled(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (letter) => LETTERS.get(letter) ?? letter);
}

function entriesOf(list: string): (readonly [string, string])[] {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.charAt(0), entry.slice(2)] as const);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
