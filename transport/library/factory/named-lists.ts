const list = (text: string) => text.split("|");

export const FIRST_NAMES = list(
  "Ada|Amara|Bruno|Clara|Daniel|Elena|Emil|Farah|Grace|Hanna|Ibrahim|Ines|Jonas|Julia|Kenji|Laura|Leo|Lina|Marta|Mateo|Maya|Nadia|Noah|Olga|Omar|Paula|Priya|Rafael|Rosa|Samir|Sofia|Tomas|Vera|Yara|Yusuf|Zoe",
);
export const LAST_NAMES = list(
  "Abreu|Almeida|Berg|Castro|Costa|Dahl|Diaz|Ferreira|Fischer|Garcia|Haddad|Hansen|Ito|Jansen|Kaya|Khan|Kowalski|Larsen|Lind|Lopez|Meyer|Moreau|Nakamura|Novak|Okafor|Park|Patel|Petrov|Rossi|Santos|Silva|Sousa|Tanaka|Weber|Wood|Yilmaz",
);
export const CITIES = list(
  "Amsterdam|Athens|Barcelona|Bergen|Bologna|Bristol|Copenhagen|Dublin|Galway|Ghent|Hamburg|Helsinki|Horta|Krakow|Leeds|Lisbon|Lyon|Malmo|Nantes|Oslo|Porto|Prague|Riga|Seville|Split|Tallinn|Turin|Utrecht|Vienna|Zurich",
);
export const COUNTRIES = list(
  "Austria|Belgium|Croatia|Czechia|Denmark|Estonia|Finland|France|Germany|Greece|Ireland|Italy|Latvia|Netherlands|Norway|Poland|Portugal|Spain|Sweden|Switzerland",
);
export const COUNTRY_CODES = list("AT|BE|HR|CZ|DK|EE|FI|FR|DE|GR|IE|IT|LV|NL|NO|PL|PT|ES|SE|CH");
export const STREETS = list("Lane|Road|Street|Avenue|Square|Hill|Row");
export const CURRENCIES = list("EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN");
export const COMPANIES = list("Studio|Works|Partners|Labs|Press|Supply|Kitchen|Books");
export const JOBS = list(
  "Editor|Designer|Engineer|Producer|Photographer|Researcher|Writer|Manager|Translator|Architect",
);
export const ICONS = list(
  "star|heart|home|user|search|calendar|camera|check|globe|mail|phone|book|clock|cart|map|bell",
);
export const LABELS = list("Read more|Learn more|Get started|Contact us|Sign up|See all|Book now|Subscribe");
export const LANGUAGES = list("en|de|fr|es|pt|it|nl|sv");
export const ZONES = list("Europe/Lisbon|Europe/Paris|Europe/Oslo|Europe/Athens|Europe/London");
export const KEYWORDS = list("design|travel|food|music|garden|books|coast|craft|cities|history|weather|photography");
