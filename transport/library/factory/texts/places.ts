import type { Draw } from "../draw.ts";
import { Random } from "../random.ts";

/** A city with everything that belongs to it. `#` is any digit. */
export interface Place {
  readonly city: string;
  readonly country: string;
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Of a range that the country keeps for fiction. */
  readonly phone: string;
  readonly zip: string;
  readonly zone: string;
  readonly currency: string;
  readonly language: string;
}

const COUNTRIES: {
  readonly [code: string]: readonly [name: string, zone: string, currency: string, language: string];
} = {
  GB: ["United Kingdom", "Europe/London", "GBP", "en"],
  IE: ["Ireland", "Europe/Dublin", "EUR", "en"],
  DE: ["Germany", "Europe/Berlin", "EUR", "de"],
  FR: ["France", "Europe/Paris", "EUR", "fr"],
  SE: ["Sweden", "Europe/Stockholm", "SEK", "sv"],
};

const CITIES = [
  "London|GB|51.507|-0.128|+44 20 7946 0###|N1 #AB",
  "Leeds|GB|53.801|-1.549|+44 113 496 0###|LS1 #QS",
  "Bristol|GB|51.455|-2.588|+44 117 496 0###|BS1 #TR",
  "Manchester|GB|53.481|-2.242|+44 161 496 0###|M1 #AE",
  "Edinburgh|GB|55.953|-3.188|+44 131 496 0###|EH1 #NG",
  "Cardiff|GB|51.482|-3.179|+44 29 2018 0###|CF10 #AT",
  "Dublin|IE|53.350|-6.260|+353 20 915 ####|D0# F4K8",
  "Cork|IE|51.898|-8.476|+353 20 915 ####|T12 E#T2",
  "Berlin|DE|52.520|13.405|+49 30 23125 ###|10### ",
  "Hamburg|DE|53.551|9.994|+49 40 66969 ###|20### ",
  "Munich|DE|48.137|11.575|+49 89 99998 ###|80### ",
  "Cologne|DE|50.938|6.960|+49 221 4710 ###|50### ",
  "Paris|FR|48.857|2.352|+33 1 99 00 ## ##|750## ",
  "Lyon|FR|45.764|4.836|+33 4 65 71 ## ##|690## ",
  "Nantes|FR|47.218|-1.554|+33 2 61 91 ## ##|440## ",
  "Bordeaux|FR|44.838|-0.579|+33 5 36 49 ## ##|330## ",
  "Gothenburg|SE|57.709|11.975|+46 31 390 06 ##|41# ##",
  "Malmo|SE|55.605|13.004|+46 40 628 04 ##|21# ##",
];

/** The place of an entry: its city, country, zip code, numbers and coordinates belong together. */
export function placeOf({ model, serial }: Pick<Draw, "model" | "serial">): Place {
  const random = new Random(`${model} place ${serial}`);
  const [city = "", code = "", latitude, longitude, phone = "", zip = ""] = random.one(CITIES).split("|");
  const [country = "", zone = "", currency = "", language = ""] = COUNTRIES[code] ?? [];
  const near = (degrees = "0") => Number((Number(degrees) + (random.fraction() - 0.5) / 20).toFixed(5));
  const digits = (pattern: string) => pattern.replace(/#/g, () => String(random.below(10))).trim();
  return {
    city,
    country,
    code,
    latitude: near(latitude),
    longitude: near(longitude),
    phone: digits(phone),
    zip: digits(zip),
    zone,
    currency,
    language,
  };
}

/** The countries of all places. */
export const COUNTRY_CODES: readonly string[] = Object.keys(COUNTRIES);
