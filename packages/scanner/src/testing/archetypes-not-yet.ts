/**
 * The archetypes that the program does not judge as described, by title, and why. A line here is tested to fail: it
 * goes when the program has caught up.
 */

const dmarc = 'the advice about DMARC is a constant, not made of the record at hand'
const publish = 'the finding does not spell out a record yet'
const dkim = 'DKIM is judged by the table of score model 2'
const pasted = 'the advice does not name what went wrong in pasting'

export const notYet: Readonly<Record<string, string>> = {
  'A website and nothing for mail': dmarc,
  'DMARC alias that leads nowhere': dmarc,
  'DMARC begins with a blank': dmarc,
  'DMARC below a doubled domain': dmarc,
  'DMARC in typographic quotes': dmarc,
  'DMARC lacks the semicolon after the version': dmarc,
  'DMARC pasted with its quotes': dmarc,
  'DMARC published at the domain itself': dmarc,
  'DMARC report address without mailto:': dmarc,
  'DMARC version in lower case': dmarc,
  'DMARC with a letter before the version': dmarc,
  'DMARC with a typo in sp, and a report address': dmarc,
  'DMARC with a typo in sp, without a report address': dmarc,
  'DMARC with an empty report tag': publish,
  'DMARC without reports': publish,
  'New Google Workspace domain without reports and with a short key': dmarc,
  'No DMARC': publish,
  'No DMARC at a domain that takes no mail': dmarc,
  'No DMARC, and SPF ends in ~all': publish,
  'Nothing but an MX': publish,
  'Parked without DMARC': publish,
  'Parked, DMARC only monitors': publish,
  'Parked, with a DMARC record that lacks a semicolon': dmarc,
  'Parked, with quarantine': publish,
  'Registered and nothing more': dmarc,
  'Report address with an escaped comma and a size limit': dmarc,
  'Sends mail, receives none, and gets no reports': dmarc,
  'Subdomain that inherits p=none': dmarc,
  'Subdomain that inherits sp=none': dmarc,
  'Two DMARC records': dmarc,
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
