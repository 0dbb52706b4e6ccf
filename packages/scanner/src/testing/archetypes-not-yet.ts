/**
 * The archetypes that the program does not judge as described, by title, and why. A line here is tested to fail: it
 * goes when the program has caught up.
 */

const dkim = 'DKIM is judged by the table of score model 2'
const pasted = 'the advice does not name what went wrong in pasting'

export const notYet: Readonly<Record<string, string>> = {
  'Subdomain that inherits p=none': dkim,
  'Subdomain that inherits sp=none': dkim,
  'A weak key beside a strong one': dkim,
  'DKIM key cut at 255 characters': pasted,
  'DKIM key pasted with its quotes': pasted,
  'DKIM key with quotes inside': pasted,
  'Keys exist below _domainkey, under unknown selectors': dkim,
  'Microsoft 365 where DKIM was never switched on': dkim,
  'Only an Ed25519 key': dkim,
  'Receives mail and sends none': dkim,
  'Sends through Amazon SES, whose selectors are random': dkim,
  'Subdomain that signs with the key of its organization': dkim,
}
