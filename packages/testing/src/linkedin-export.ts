import { strToU8, zipSync } from 'fflate';

/** A ZIP with these files, as LinkedIn sends it. */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  madeOn = '2026-11-15',
): Uint8Array<ArrayBuffer> {
  const contents = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return Uint8Array.from(zipSync(Object.fromEntries(contents), { mtime: `${madeOn}T12:00:00` }));
}

/** The files of an export, with the columns and the formats that LinkedIn writes. */
export const LINKEDIN_FILES: Readonly<Record<string, string>> = {
  'Profile.csv':
    'First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers\n' +
    'Ada,Lovelace,Byron,"12 St James’s Square, London","Dec 10",Principal engineer,"I make engines\nthat explain themselves.",Software Development,SW1Y,"London, England, United Kingdom",[adalovelace],"[PERSONAL:https://ada.example,OTHER:https://github.com/ada-example]",\n',
  'Positions.csv':
    '\uFEFFCompany Name,Title,Description,Location,Started On,Finished On\n' +
    'Analytical Company,Principal engineer,"Leads the team, and writes ""notes"".",London,Feb 2023,\n' +
    'Analytical Company,Senior engineer,"Built the first compiler.\nWrote its manual.",London,Mar 2021,Jan 2023\n' +
    'Loom and Bloom,Design engineer,,"Leeds, UK",Sep 2017,Feb 2021\n',
  'Education.csv':
    'School Name,Start Date,End Date,Notes,Degree Name,Activities\n' +
    'University of London,2013,2017,Thesis on looms,BSc Mathematics,Chess club\n',
  'Skills.csv': 'Name\nTypeScript\nGraphQL\nDifference engines\n',
  'Projects.csv':
    'Title,Description,Url,Started On,Finished On\n' +
    'Tide tables,Predicts the tides of the Bristol Channel.,https://tides.example,Jan 2019,Aug 2019\n',
  'Certifications.csv':
    'Name,Url,Authority,Started On,Finished On,License Number\n' +
    'Certified Accessibility Professional,https://iaap.example,International Association of Accessibility Professionals,Jun 2024,,A-1843\n',
  'Publications.csv':
    'Name,Published On,Description,Publisher,Url\n' +
    'Notes on the Analytical Engine,"Sep 1, 2022",With a table.,Scientific Memoirs,https://memoirs.example\n',
  'Honors.csv': 'Title,Description,Issued On\nSociety Medal,For services to computing,Oct 2021\n',
  'Volunteering.csv':
    'Company Name,Role,Cause,Started On,Finished On,Description\n' +
    'Code Club,Mentor,EDUCATION,Jan 2018,,Teaches children.\n',
  'PhoneNumbers.csv': 'Extension,Number,Type\n,+44 20 7946 0000,Mobile\n',
  'Email Addresses.csv':
    'Email Address,Confirmed,Primary,Updated On\nada@example.com,Yes,Yes,"1/1/20, 1:00 PM"\n',
  'Languages.csv':
    'Name,Proficiency\nEnglish,Native or bilingual proficiency\nFrench,Full professional proficiency\nGerman,Professional working proficiency\nItalian,Limited working proficiency\nGreek,Elementary proficiency\nLatin,\n',
  'Recommendations_Received.csv':
    'First Name,Last Name,Company,Job Title,Text,Creation Date,Status\nMary,Somerville,,,Brilliant.,"01/02/20, 10:00 AM",VISIBLE\n',
  'Connections.csv':
    'Notes:\n"When exporting your connection data, you may notice that some of the email addresses are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nMary,Somerville,https://www.linkedin.com/in/mary,,,,01 Jan 2020\n',
  'messages.csv': 'CONVERSATION ID,FROM,TO,DATE,SUBJECT,CONTENT\n1,Mary,Ada,2020-01-01,Hello,Hi\n',
  'Jobs/Job Applications.csv':
    'Application Date,Company Name,Job Title\n2020-01-01,Acme,Engineer\n',
};
