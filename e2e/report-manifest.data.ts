/** The PDF reports whose pages are pictures: of each kind a domain of an account of the tests. */
export const reportManifest = [
  { as: 'business', domain: 'perfect.example', state: 'nothing to fix', says: 'No issues found.' },
  { as: 'whole', domain: 'listed.example', state: 'many findings', says: 'Mail server is an open relay' },
  { as: 'odd', domain: 'silent.example', state: 'nothing could be checked', says: 'silent.example has no score.' },
  { as: 'odd', domain: 'hostile.example', state: 'records with markup and hidden characters', says: 'alert(1)' },
] as const
