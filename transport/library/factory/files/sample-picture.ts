import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Number of bands, each of one colour of the palette. */
const BANDS = 32;

/** A PNG with bands of one colour from dark to light; the colour depends on `serial` (PNG, third edition, §11). */
export function samplePicture(width: number, height: number, serial: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // eight bits a point, into the palette
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    const start = y * (width + 1);
    rows.fill(Math.floor((y * BANDS) / height), start + 1, start + 1 + width);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", palette(serial)),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function palette(serial: number): Buffer {
  // The golden angle: adjacent serials get clearly different hues.
  const hue = (serial * 137.508) % 360;
  const colours = Buffer.alloc(BANDS * 3);
  for (let band = 0; band < BANDS; band++) colours.set(colourOf(hue, 0.25 + (0.6 * band) / BANDS), band * 3);
  return colours;
}

/** Red, green and blue of a hue in degrees and a lightness from 0 to 1, half saturated. */
function colourOf(hue: number, lightness: number): readonly number[] {
  const strength = 0.5 * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((place) => {
    const step = (place + hue / 30) % 12;
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(step - 3, 9 - step, 1))));
  });
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, "latin1");
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}
