import type { Faker } from "@faker-js/faker";
import type { Generator, Generators } from "../execution.ts";
import { once } from "../../source/once.ts";
import { atMost } from "./built_in.ts";

type Make = (faker: Faker, now: Date) => string | number | boolean;

/** What the field's common `$random…` names make, without the dollar sign. */
const makers = once((): Readonly<Record<string, Make>> => ({
  // person
  randomFirstName: (f) => f.person.firstName(),
  randomLastName: (f) => f.person.lastName(),
  randomFullName: (f) => f.person.fullName(),
  randomNamePrefix: (f) => f.person.prefix(),
  randomNameSuffix: (f) => f.person.suffix(),
  randomJobArea: (f) => f.person.jobArea(),
  randomJobDescriptor: (f) => f.person.jobDescriptor(),
  randomJobTitle: (f) => f.person.jobTitle(),
  randomJobType: (f) => f.person.jobType(),
  randomPhoneNumber: (f) => f.phone.number({ style: "national" }),
  randomPhoneNumberExt: (f) =>
    `${f.phone.number({ style: "national" })} x${f.number.int(9999)}`,
  // internet
  randomEmail: (f) => f.internet.email(),
  randomExampleEmail: (f) => f.internet.exampleEmail(),
  randomUserName: (f) => f.internet.username(),
  randomUrl: (f) => f.internet.url(),
  randomDomainName: (f) => f.internet.domainName(),
  randomDomainSuffix: (f) => f.internet.domainSuffix(),
  randomDomainWord: (f) => f.internet.domainWord(),
  randomIP: (f) => f.internet.ipv4(),
  randomIPV6: (f) => f.internet.ipv6(),
  randomMACAddress: (f) => f.internet.mac(),
  randomPassword: (f) => f.internet.password(),
  randomProtocol: (f) => f.internet.protocol(),
  randomUserAgent: (f) => f.internet.userAgent(),
  randomSemver: (f) => f.system.semver(),
  randomLocale: (f) => f.location.language().alpha2,
  randomAvatarImage: (f) => f.image.avatar(),
  randomImageUrl: (f) => f.image.url(),
  randomAbstractImage: (f) => imageOf("abstract", f),
  randomAnimalsImage: (f) => imageOf("animals", f),
  randomBusinessImage: (f) => imageOf("business", f),
  randomCatsImage: (f) => imageOf("cats", f),
  randomCityImage: (f) => imageOf("city", f),
  randomFashionImage: (f) => imageOf("fashion", f),
  randomFoodImage: (f) => imageOf("food", f),
  randomNatureImage: (f) => imageOf("nature", f),
  randomNightlifeImage: (f) => imageOf("nightlife", f),
  randomPeopleImage: (f) => imageOf("people", f),
  randomSportsImage: (f) => imageOf("sports", f),
  randomTransportImage: (f) => imageOf("transport", f),
  randomImageDataUri: (f) => f.image.dataUri(),
  // address
  randomCity: (f) => f.location.city(),
  randomStreetName: (f) => f.location.street(),
  randomStreetAddress: (f) => f.location.streetAddress(),
  randomState: (f) => f.location.state(),
  randomZipCode: (f) => f.location.zipCode(),
  randomCountry: (f) => f.location.country(),
  randomCountryCode: (f) => f.location.countryCode(),
  randomLatitude: (f) => f.location.latitude(),
  randomLongitude: (f) => f.location.longitude(),
  // commerce and company
  randomPrice: (f) => f.commerce.price(),
  randomProduct: (f) => f.commerce.product(),
  randomProductAdjective: (f) => f.commerce.productAdjective(),
  randomProductMaterial: (f) => f.commerce.productMaterial(),
  randomProductName: (f) => f.commerce.productName(),
  randomDepartment: (f) => f.commerce.department(),
  randomCompanyName: (f) => f.company.name(),
  randomCompanySuffix: (f) => f.helpers.arrayElement(["Inc", "LLC", "Group"]),
  randomBs: (f) => f.company.buzzPhrase(),
  randomBsAdjective: (f) => f.company.buzzAdjective(),
  randomBsBuzz: (f) => f.company.buzzVerb(),
  randomBsNoun: (f) => f.company.buzzNoun(),
  randomCatchPhrase: (f) => f.company.catchPhrase(),
  randomCatchPhraseAdjective: (f) => f.company.catchPhraseAdjective(),
  randomCatchPhraseDescriptor: (f) => f.company.catchPhraseDescriptor(),
  randomCatchPhraseNoun: (f) => f.company.catchPhraseNoun(),
  // finance
  randomBankAccount: (f) => f.finance.accountNumber(),
  randomBankAccountName: (f) => f.finance.accountName(),
  randomBankAccountBic: (f) => f.finance.bic(),
  randomBankAccountIban: (f) => f.finance.iban(),
  randomCreditCardMask: (f) => f.finance.creditCardNumber().slice(-4),
  randomTransactionType: (f) => f.finance.transactionType(),
  randomCurrencyCode: (f) => f.finance.currencyCode(),
  randomCurrencyName: (f) => f.finance.currencyName(),
  randomCurrencySymbol: (f) => f.finance.currencySymbol(),
  randomBitcoin: (f) => f.finance.bitcoinAddress(),
  // date
  randomDateFuture: (f, now) => f.date.future({ refDate: now }).toISOString(),
  randomDatePast: (f, now) => f.date.past({ refDate: now }).toISOString(),
  randomDateRecent: (f, now) => f.date.recent({ refDate: now }).toISOString(),
  randomWeekday: (f) => f.date.weekday(),
  randomMonth: (f) => f.date.month(),
  // lorem and words
  randomLoremWord: (f) => f.lorem.word(),
  randomLoremWords: (f) => f.lorem.words(),
  randomLoremSentence: (f) => f.lorem.sentence(),
  randomLoremSentences: (f) => f.lorem.sentences(),
  randomLoremParagraph: (f) => f.lorem.paragraph(),
  randomLoremParagraphs: (f) => f.lorem.paragraphs(),
  randomLoremText: (f) => f.lorem.text(),
  randomLoremSlug: (f) => f.lorem.slug(),
  randomLoremLines: (f) => f.lorem.lines(),
  randomNoun: (f) => f.word.noun(),
  randomVerb: (f) => f.word.verb(),
  randomIngverb: (f) => f.hacker.ingverb(),
  randomAdjective: (f) => f.word.adjective(),
  randomWord: (f) => f.word.sample(),
  randomWords: (f) => f.word.words(),
  randomPhrase: (f) => f.hacker.phrase(),
  randomAbbreviation: (f) => f.hacker.abbreviation(),
  // colour, files, databases and the rest
  randomColor: (f) => f.color.human(),
  randomHexColor: (f) => f.color.rgb(),
  randomFileName: (f) => f.system.fileName(),
  randomFileType: (f) => f.system.fileType(),
  randomFileExt: (f) => f.system.fileExt(),
  randomCommonFileName: (f) => f.system.commonFileName(),
  randomCommonFileType: (f) => f.system.commonFileType(),
  randomCommonFileExt: (f) => f.system.commonFileExt(),
  randomFilePath: (f) => f.system.filePath(),
  randomDirectoryPath: (f) => f.system.directoryPath(),
  randomMimeType: (f) => f.system.mimeType(),
  randomDatabaseColumn: (f) => f.database.column(),
  randomDatabaseType: (f) => f.database.type(),
  randomDatabaseCollation: (f) => f.database.collation(),
  randomDatabaseEngine: (f) => f.database.engine(),
  randomAlphaNumeric: (f) => f.string.alphanumeric(),
  randomBoolean: (f) => f.datatype.boolean(),
}));

/** The names of the fake data, without the dollar sign. */
export const fakeDataNames = once((): readonly string[] =>
  Object.keys(makers())
);

/** The URL of a photo on a subject, which the library no longer makes. */
function imageOf(subject: string, faker: Faker): string {
  const photo = faker.number.int(1_000_000);
  return `https://loremflickr.com/640/480/${subject}?lock=${photo}`;
}

/**
 * Loads the generators of fake data: `$randomFirstName`, `$randomEmail`,
 * `$randomCity`, `$randomPrice` and the other names that the field knows. They
 * come from a library that is loaded here and nowhere else.
 *
 * @example
 * ```ts
 * import { loadFakeData } from "@brace/brace";
 * import { assert } from "@std/assert";
 *
 * const generators = await loadFakeData();
 * const email = generators.get("randomEmail")!([], { now: () => 0, random: () => 0.5 });
 * assert(String(email).includes("@"));
 * ```
 */
export async function loadFakeData(): Promise<Generators> {
  const { faker } = await import("@faker-js/faker/locale/en");
  const generator = (make: Make): Generator => (args, { now, random }) => {
    atMost(args, 0);
    // Whatever the library draws then follows from the run's random source.
    faker.seed(Math.floor(random() * 2 ** 32));
    return make(faker, new Date(now()));
  };
  return new Map(
    Object.entries(makers()).map(([name, make]) => [name, generator(make)]),
  );
}
