import { type KeyScope, memberAllowance, type Role, roleLabels, roles } from '@waxseal/core/plan'
import { limits } from './limits.ts'
import { deletionPhrase } from './own-account.route.ts'
import { sharesOfDomain } from './sharing.route.ts'
import { checkLinkDays, checkLinksADay } from './visitor-check.route.ts'

/** A whole number from 0 as `5,000`. Not by Intl: a browser loads it at its first use, which would hold back the first screen. */
export function thousands(count: number): string {
  return count < 1_000 ? `${count}` : `${thousands(Math.floor(count / 1_000))},${`${count % 1_000}`.padStart(3, '0')}`
}

/**
 * Messages that the server sends and the screens use; the specification quotes some. Each is here once, as an export of its
 * own, so that a page has only those that it shows: `import * as wording`.
 */

export const enterDomain = 'Please enter a domain name'
export const invalidDomain = 'Please enter a valid domain name'
export const domainAlreadyAdded = 'Domain already added'
export const scanLimit = 'Monthly scan limit reached. Upgrade to Pro for unlimited scans.'
export const notFound = 'Not found'
export const checkFailed = 'The check failed. Please try again.'
export const checksBusy = 'All check slots are in use. Please try again in a moment.'
export const headersBusy = 'Too many messages are being analyzed. Please try again in a moment.'
export const checkLimit = 'You can check 5 domains an hour. Create a free account to continue, or try again later.'
export const checkForgotten = 'The server no longer has this report. Check the domain again to get a link.'
export const checkLinkLimit = (): string => `You can create ${checkLinksADay} links a day. Try again tomorrow.`
export const checkLinksFull = 'Waxseal cannot store more reports at the moment. Please try again tomorrow.'
export const checkLinkGone = (): string =>
  `This report is no longer available. A link lasts ${checkLinkDays} days, unless someone who has it deletes it before.`
export const noScan = 'No scan results yet'
export const signInNeeded = 'Please sign in'
export const internal = 'Something went wrong on our side. Please try again.'
export const unavailable = 'Waxseal is not available at the moment. Please try again.'
export const tooLarge = 'The request is too large'
export const addressTooLong = 'The address is too long'
export const rateLimited = 'Too many requests. Please try again in a moment.'
export const signInBusy = 'Too many people are signing in. Please try again in a moment.'
export const invalidSelector = 'Please enter a DKIM selector, the value after s= in a DKIM-Signature'
export const selectorAlreadyAdded = 'Selector already added'
export const selectorLimit = 'A domain can have at most 20 added selectors'
export const bulkTooLarge = `You can add at most ${limits.bulkBytes / 1024} KB of text at a time`
export const bulkTooMany = `You can add at most ${thousands(limits.bulkNames)} domains at a time`
export const tagLimit = `A domain can have at most ${limits.tags} tags`
export const tagTooLong = `A tag can have at most ${limits.tagCharacters} characters`
export const tagUnprintable = 'A tag can only have visible characters'
export const noteTooLong = 'A note can have at most 500 characters'
export const noteUnprintable = 'A note can only have visible characters'
export const findingNotFound = 'The newest scan does not have this finding'
export const expiryPast = 'Please choose an expiry in the future'
export const expiryTooLate = 'Please choose an expiry within the next two years'
export const decisionLimit = 'A domain can have at most 200 decisions'
export const enterRua = 'Please enter an aggregate report email (RUA)'
export const pctRange = 'pct must be a whole number from 0 to 100'
export const failureOption = 'fo must be 0, 1, d, s or d:s'
export const adhocLocked = 'Your plan does not include records for domains you have not added'
export const scheduledScansLocked = 'Your plan does not include scheduled scans'
export const oneTarget = 'Send either domain_id or domain_name'
export const domainLimit = (plan: string, domains: number): string =>
  `Domain limit reached. Your ${plan} plan allows ${domains} ${domains === 1 ? 'domain' : 'domains'}.`
export const memberLimit = (plan: string, members: number): string =>
  `Member limit reached. Your ${plan} plan allows ${memberAllowance(members)}.`
export const noRoomToJoin = 'This workspace has reached its member limit. Ask an owner to upgrade the plan.'
export const watchedNoRange = 'Please enter an IP address or a range such as 8.26.56.0/28'
export const watchedTooLarge = 'A range can have at most 256 addresses: /24 for IPv4, /120 for IPv6'
export const watchedNotPublic = 'Blocklists list only public addresses'
export const watchedAlready = 'This address or range is already watched'
export const watchedWithin = (range: string) => `${range} is already watched and has some of these addresses`
export const watchedLimit = (limit: number): string => `You can watch at most ${limit} addresses`
export const watchedLocked = 'Your plan does not include watched addresses'
export const lastOwner = 'A workspace needs an owner. Make another member an owner first.'
export const invitationUnknown = 'This invitation does not exist. It may have been revoked.'
export const invitationExpired = 'This invitation has expired. Ask for a new one.'
export const invitationUsed = 'This invitation has already been used. Ask for a new one.'
export const flatteningLocked = 'Your plan does not include hosted SPF flattening'
export const flatteningLimit = (plan: string, limit: number): string =>
  `Flattening limit reached. Your ${plan} plan allows ${limit} ${limit === 1 ? 'configuration' : 'configurations'}.`
export const additionsTooWide =
  'These additions have a range wider than /8, or /16 for IPv6. They can only be kept out.'
export const additionsDecided = 'Other additions wait by now. Reload the page and decide about those.'
export const flatteningPaused = 'This record stays hosted, but your plan does not include changes to it'
export const spfRecordRequired = 'SPF record is required'
export const spfRecordStart = 'SPF record must start with "v=spf1"'
export const spfIncludesHosted = (name: string): string =>
  `This record includes ${name}, which is hosted here. Enter the record that you had before.`
export const slugTaken = 'This subdomain is already taken'
/** The same where the look-up failed. */
export const maybeIncluded = (domain: string, name: string): string =>
  `We could not check whether the SPF record of ${domain} still includes ${name}. If it does, mail can fail SPF when ` +
  `your services change. The last good record stays hosted.`
/** Before something is deleted that a published SPF record depends on. */
export const stillIncluded = (domain: string, name: string): string =>
  `The SPF record of ${domain} still includes ${name}. We keep the last good record hosted, but mail can fail SPF ` +
  `when your services change. Publish another SPF record first.`
export const enterHeaders = 'Please paste email headers'
export const headersTooLarge = `You can analyze at most ${limits.headersBytes / (1024 * 1024)} MB of text at a time`
export const enterMessage = 'Please enter a message'
export const messageTooLong = `A message can have at most ${thousands(limits.chatMessageCharacters)} characters`
export const chatLimit = 'Daily chat limit reached. Upgrade to Pro for unlimited messages.'
export const interactiveAiLocked = 'Your plan does not include interactive AI'
export const analysisFailed = 'Failed to generate analysis. Please try again.'
/** At the end of an answer of a language model that reached its limit of tokens. */
export const answerCut = 'This answer is incomplete: the language model reached its length limit.'
/** The same to a client that does not read a stream. */
export const answerFailed = 'Failed to get AI response'
export const responseFailed = 'Failed to get response. Please try again.'
/** Below every other answer of a language model: what could be published is not always recognized. */
export const modelAnswer = 'A language model wrote this answer. Publish only records with the mark “Made by Waxseal”.'
/** Below an answer of a language model that has a DNS record of its own. */
export const uncheckedRecords =
  'This answer has a DNS record that Waxseal did not make or check. Do not publish it before you check it in the record ' +
  'builders.'
export const alertsLocked = 'Your plan does not include alerts'
export const settingsChanged = 'These settings have changed since you opened them. Reload the page and try again.'
export const invalidEmail = 'Please enter a valid email address'
export const confirmationUnknown = 'This link is not valid. Send a new confirmation link from the alert settings.'
export const confirmationExpired = 'This link has expired. Send a new confirmation link from the alert settings.'
export const alreadyConfirmed = 'This address is already confirmed'
export const noMailServer = 'This server has no mail server and sends no mail'
export const channelOff = 'This channel is not set up'
export const addressUnconfirmed = 'Please confirm the address first. We sent a link to it.'
export const addressUnsubscribed = 'This address unsubscribed from alerts'
export const enterWorkspaceName = 'Please enter a name'
export const workspaceNameTooLong = `A name can have at most ${limits.workspaceNameCharacters} characters`
export const workspaceNameUnprintable = 'A name can only have visible characters'
/** Names the roles that may. */
export const forbiddenRole = (least: Role): string =>
  `Your role in this workspace does not allow this. Ask an ${rolesFrom(least).join(' or ')}.`
export const apiLocked = 'Your plan does not include API keys. This key works again after an upgrade.'
export const apiKeysLocked = 'Your plan does not include API keys'
export const enterKeyName = 'Please enter a name'
/** Functions, so that the bundler can drop them: a template that reads `limits` stays in every page. */
export const keyNameTooLong = (): string => `A name can have at most ${limits.apiKeyNameCharacters} characters`
export const keyNameUnprintable = 'A name can only have visible characters'
export const keyLimit = (): string => `A workspace can have at most ${limits.apiKeys} API keys. Revoke one first.`
/** The same for a key that does not exist, has expired or was revoked: a caller does not learn which. */
export const keyRefused = 'This API key is not valid. It may have expired or been revoked.'
export const ownerCreatesAdminKey = 'Only an owner can create a key with the scope admin'
export const signInAgain = (minutes: number): string =>
  `A key with the scope admin needs a sign-in within the last ${minutes} minutes. Sign out, sign in, and create it then.`
export const keyNeedsScope = (scope: KeyScope): string => `This API key does not have the scope ${scope}`
/** What no API key may do, whatever its scopes. */
export const keyNever = {
  person: 'API keys cannot read or change a personal account',
  members: 'API keys cannot read or manage members and invitations',
  keys: 'API keys cannot read or manage API keys',
  chat: 'API keys cannot read or delete a chat, because it belongs to a person',
  workspace: 'API keys cannot rename the workspace',
  billing: 'API keys cannot read or change the subscription',
  mail: 'API keys cannot read sent mail, because it has personal links',
  unlisted: 'API keys cannot make this call',
} as const
export const exportsLocked = 'Your plan does not include exports'
export const analyticsLocked = 'Your plan does not include enhanced analytics'
export const sharesLocked = 'Your plan does not include share links'
export const sharesFull = (): string => `A domain can have at most ${sharesOfDomain} share links. Revoke one first.`
export const reportBrandingLocked = 'Your plan does not include your own name and logo on reports'
export const reportsBusy = 'Too many reports are being made right now. Please try again in a moment.'
export const reportFailed = 'The report could not be made. Please try again.'
export const changeFailed = 'Failed to process subscription change. Please try again.'
export const cancelDowngradeFailed = 'Failed to cancel downgrade. Please try again.'
export const portalFailed = 'Failed to open billing portal'
export const paymentNotVerified = 'Error verifying payment. Please contact support if charged.'
export const changeInProgress = 'Another change of your subscription is in progress. Please try again in a moment.'
export const upgradeOpen =
  'The page of another upgrade is still open. Complete that upgrade, or try again in 5 minutes.'
export const planInUse = 'You have this plan already, or it starts at the end of your billing period.'
export const planGranted = 'Your workspace has this plan or a higher one without a payment. There is nothing to buy.'
export const noSubscription = 'You have no subscription'
export const paymentOverdue = 'Your last payment failed. Please pay it in the billing portal first.'
export const subscriptionMoved = 'Your subscription has just changed. Please reload the page.'
export const changeWithinHour =
  'Your plan changes within the hour, so no payment page opens now. Choose the plan again after that, or cancel the scheduled change first.'
/** After a failure in the middle; `to`: the plan that was scheduled before. */
export const changeStands = (to: string, day: string): string =>
  `${changeFailed} Your plan still changes to ${to} on ${day}, as scheduled before.`
export const changeComesBack = (to: string, day: string): string =>
  `${changeFailed} The change to ${to} on ${day} could not be put back yet. We try again every minute until it is scheduled.`
export const nothingScheduled = 'No downgrade is scheduled'
export const noBillingAccount = 'You have no billing account yet. Choose a plan first.'
export const webhookRefused = 'The event has no valid signature, or it was signed more than five minutes ago'
export const webhookFailed = 'The event could not be handled. Please send it again.'
export const otherOrigin = (origin: string): string => `origin_url must be ${origin}, the address of this server`
export const unknownPlan = 'plan must be starter, pro or business'

/** Functions, so that the bundler can drop them. */
export const typeDeletionPhrase = (): string => `Please type “${deletionPhrase}” to confirm`
export const onlyOwnerOf = (workspace: string): string =>
  `You are the only owner of ${workspace}, which has other members. Make another member an owner, or remove the other members, first.`
export const accountDeleted = 'This account is deleted'
export const accountGone = 'This account can no longer be restored'
/** Before an account is deleted: `domain` and so many more include hosted records, or that could not be checked. */
export const stillIncludedAmong = (domain: string, more: number): string =>
  `The SPF records of ${domain} and ${more} more ${more === 1 ? 'domain' : 'domains'} include records that are hosted here, ` +
  `or we could not check that. We keep the last good records hosted, but mail can fail SPF when your services change. ` +
  `Publish other SPF records first.`

/** `['editor, admin', 'owner']`, `['owner']`: the last one apart. */
function rolesFrom(least: Role): string[] {
  const labels = roles.slice(roles.indexOf(least)).map(role => roleLabels[role].toLowerCase())
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(part => part !== '')
}
