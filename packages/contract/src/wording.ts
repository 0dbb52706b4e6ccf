import { memberAllowance, type Role, roleLabels, roles } from '@waxseal/core/plan'
import { limits } from './limits.ts'

/** Messages that both the server and the screens use. The specification quotes them; each is here once. */
export const wording = {
  enterDomain: 'Please enter a domain name',
  invalidDomain: 'Please enter a valid domain name',
  domainAlreadyAdded: 'Domain already added',
  scanLimit: 'Monthly scan limit reached. Upgrade to Pro for unlimited scans.',
  notFound: 'Not found',
  noScan: 'No scan results yet',
  signInNeeded: 'Please sign in',
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'Waxseal is not available at the moment. Please try again.',
  tooLarge: 'The request is too large',
  rateLimited: 'Too many requests. Please wait a moment and try again.',
  invalidSelector: 'Please enter a DKIM selector, the value after s= in a DKIM-Signature',
  selectorAlreadyAdded: 'Selector already added',
  selectorLimit: 'A domain can have at most 20 added selectors',
  bulkTooLarge: `You can add at most ${limits.bulkBytes / 1024} KB of text at a time`,
  bulkTooMany: `You can add at most ${limits.bulkNames.toLocaleString('en')} domains at a time`,
  tagLimit: `A domain can have at most ${limits.tags} tags`,
  tagTooLong: `A tag can have at most ${limits.tagCharacters} characters`,
  tagUnprintable: 'A tag can only have visible characters',
  noteTooLong: 'A note can have at most 500 characters',
  noteUnprintable: 'A note can only have visible characters',
  findingNotFound: 'The newest scan does not have this finding',
  expiryPast: 'Please choose an expiry in the future',
  expiryTooLate: 'Please choose an expiry within the next two years',
  decisionLimit: 'A domain can have at most 200 decisions',
  enterRua: 'Please enter an aggregate report email (RUA)',
  pctRange: 'pct must be a whole number from 0 to 100',
  failureOption: 'fo must be 0, 1, d, s or d:s',
  adhocLocked: 'Your plan does not include records for domains you have not added',
  scheduledScansLocked: 'Your plan does not include scheduled scans',
  oneTarget: 'Send either domain_id or domain_name',
  domainLimit: (plan: string, domains: number): string =>
    `Domain limit reached. Your ${plan} plan allows ${domains} ${domains === 1 ? 'domain' : 'domains'}.`,
  memberLimit: (plan: string, members: number): string =>
    `Member limit reached. Your ${plan} plan allows ${memberAllowance(members)}.`,
  noRoomToJoin: 'This workspace has reached its member limit. Ask an owner to upgrade the plan.',
  watchedNoRange: 'Please enter an IP address or a range such as 8.26.56.0/28',
  watchedTooLarge: 'A range can have at most 256 addresses: /24 for IPv4, /120 for IPv6',
  watchedNotPublic: 'Blocklists list only public addresses',
  watchedAlready: 'This address or range is already watched',
  watchedWithin: (range: string) => `${range} is already watched and has some of these addresses`,
  watchedLimit: (limit: number): string => `You can watch at most ${limit} addresses`,
  watchedLocked: 'Your plan does not include watched addresses',
  lastOwner: 'A workspace needs an owner. Make another member an owner first.',
  invitationUnknown: 'This invitation does not exist. It may have been revoked.',
  invitationExpired: 'This invitation has expired. Ask for a new one.',
  invitationUsed: 'This invitation has already been used. Ask for a new one.',
  flatteningLocked: 'Your plan does not include hosted SPF flattening',
  flatteningLimit: (plan: string, limit: number): string =>
    `Flattening limit reached. Your ${plan} plan allows ${limit} ${limit === 1 ? 'configuration' : 'configurations'}.`,
  flatteningPaused: 'This record stays hosted, but your plan does not include changes to it',
  spfRecordRequired: 'SPF record is required',
  spfRecordStart: 'SPF record must start with "v=spf1"',
  spfIncludesHosted: (name: string): string =>
    `This record includes ${name}, which is hosted here. Enter the record that you had before.`,
  slugTaken: 'This subdomain is already taken',
  /** The same where the look-up failed. */
  maybeIncluded: (domain: string, name: string): string =>
    `We could not check whether the SPF record of ${domain} still includes ${name}. If it does, mail can fail SPF when ` +
    `your services change. The last good record stays hosted.`,
  /** Before something is deleted that a published SPF record depends on. */
  stillIncluded: (domain: string, name: string): string =>
    `The SPF record of ${domain} still includes ${name}. We keep the last good record hosted, but mail can fail SPF ` +
    `when your services change. Publish another SPF record first.`,
  enterHeaders: 'Please paste email headers',
  headersTooLarge: `You can analyze at most ${limits.headersBytes / (1024 * 1024)} MB of text at a time`,
  alertsLocked: 'Your plan does not include alerts',
  settingsChanged: 'These settings have changed since you opened them. Reload the page and try again.',
  invalidEmail: 'Please enter a valid email address',
  confirmationUnknown: 'This link is not valid. Send a new confirmation link from the alert settings.',
  confirmationExpired: 'This link has expired. Send a new confirmation link from the alert settings.',
  alreadyConfirmed: 'This address is already confirmed',
  noMailServer: 'This server has no mail server and sends no mail',
  channelOff: 'This channel is not set up',
  addressUnconfirmed: 'Please confirm the address first. We sent a link to it.',
  addressUnsubscribed: 'This address unsubscribed from alerts',
  enterWorkspaceName: 'Please enter a name',
  workspaceNameTooLong: `A name can have at most ${limits.workspaceNameCharacters} characters`,
  workspaceNameUnprintable: 'A name can only have visible characters',
  /** Names the roles that may. */
  forbiddenRole: (least: Role): string =>
    `Your role in this workspace does not allow this. Ask an ${rolesFrom(least).join(' or ')}.`,
} as const

/** `['editor, admin', 'owner']`, `['owner']`: the last one apart. */
function rolesFrom(least: Role): string[] {
  const labels = roles.slice(roles.indexOf(least)).map(role => roleLabels[role].toLowerCase())
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(part => part !== '')
}
