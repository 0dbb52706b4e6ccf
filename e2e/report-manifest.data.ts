/** The PDF reports whose pages are pictures: of each kind a domain of the demo world. */
export const reportManifest = [
  { domain: 'perfect.example', state: 'nothing to fix', says: 'No issues found.' },
  { domain: 'listed.example', state: 'many findings', says: 'Mail server is an open relay' },
  { domain: 'silent.example', state: 'nothing could be checked', says: 'silent.example has no score.' },
  { domain: 'hostile.example', state: 'records with markup and hidden characters', says: 'alert(1)' },
] as const
