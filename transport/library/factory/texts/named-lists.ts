const list = (text: string) => text.split("|");

export const FIRST_NAMES = list(
  "Ada|Amara|Bruno|Clara|Daniel|Elena|Emil|Farah|Grace|Hanna|Ibrahim|Ines|Jonas|Julia|Kenji|Laura|Leo|Lina|Marta|Mateo|Maya|Nadia|Noah|Olga|Omar|Paula|Priya|Rafael|Rosa|Samir|Sofia|Tomas|Vera|Yara|Yusuf|Zoe",
);
export const LAST_NAMES = list(
  "Abreu|Almeida|Berg|Castro|Costa|Dahl|Diaz|Ferreira|Fischer|Garcia|Haddad|Hansen|Ito|Jansen|Kaya|Khan|Kowalski|Larsen|Lind|Lopez|Meyer|Moreau|Nakamura|Novak|Okafor|Park|Patel|Petrov|Rossi|Santos|Silva|Sousa|Tanaka|Weber|Wood|Yilmaz",
);
export const STREETS = list("Lane|Road|Street|Avenue|Square|Hill|Row");
export const COMPANIES = list("Studio|Works|Partners|Labs|Press|Supply|Kitchen|Books");
export const JOBS = list(
  "Editor|Designer|Engineer|Producer|Photographer|Researcher|Writer|Manager|Translator|Architect",
);
export const ICONS = list(
  "star|heart|home|user|search|calendar|camera|check|globe|mail|phone|book|clock|cart|map|bell",
);
export const LABELS = list("Read more|Learn more|Get started|Contact us|Sign up|See all|Book now|Subscribe");
/** Of a menu, in its order. */
export const PAGES = list("About|Services|Projects|Journal|Team|Events|Prices|Contact|Questions|Gallery");
/** Labels of figures on a page. */
export const MEASURES = list(
  "Happy guests|Projects|Years of practice|Countries|Team members|Awards|Partners|Events a year",
);
export const FIGURES = list("12|98%|250+|4.8|1,200|24/7|35|60+");
export const UNITS = list("%|kg|km|hours|people");
export const FOODS = list(
  "flour|butter|milk|eggs|olive oil|garlic|lemon|salt|pepper|tomatoes|onions|honey|walnuts|basil|rice|potatoes|cheese|apples",
);
export const ALLERGENS = list("gluten|milk|eggs|nuts|soy|celery|mustard|sesame|fish");
export const REVIEWS = list(
  "Everything was ready on time.|The team answered every question within a day.|We would book again without a second thought.|It was just as we had hoped.|The quality is better than anything we had before.|Friendly people, and a fair price.|Our guests still talk about it.|From the first call to the last day we felt in good hands.",
);
export const TOPICS = list(
  "Architecture|Books|Coast|Cooking|Craft|Design|Film|Gardens|Health|History|Islands|Learning|Music|Nature|Photography|Places|Science|Sport|Technology|Travel|Weather|Work",
);
export const PLANS = list("Starter|Basic|Standard|Premium|Business");
export const SIDES = list("left|center|right");
export const EMOJIS = list("🌿|🌊|☀️|📚|🎧|🚲|🍋|⭐");
export const STATES = list("open|active|done");
