import type { Question } from '../question.ts'
import { refusalCodesIn } from '../texts/codes.ts'
import type { ConceptId } from '../texts/concepts.ts'
import { type ReadConcepts, readConcepts } from '../texts/read-concepts.ts'
import { type CatalogueService, servicesIn } from './service-catalogue.ts'
import { inRegion } from './service-region.ts'

/** What a question about setting up a service asks. */
export interface SetupQuestion {
  /**
   * `allowed`: whether the service may send. `dkim`: its DKIM records. `spf`: the record with its include, or whether one is
   * needed. `lookups`: how many the record would need. `mx`: its mail hosts. `order`: in which order to do it all. `all`: everything.
   */
  asks: 'allowed' | 'dkim' | 'spf' | 'lookups' | 'mx' | 'order' | 'all'
  services: readonly CatalogueService[]
  /** A web server or another server of the own sends, too. */
  hasOwnServer: boolean
  /** Words of `question.words` that the reading accounts for, each once. */
  covered: readonly string[]
}

/** What a question about setting something up can speak of without being another one. */
const own: readonly ConceptId[] = [
  'spf',
  'dkim',
  'dmarc',
  'record',
  'dns',
  'mail',
  'domain',
  'publish',
  'send',
  'service',
  'newsletter',
  'several',
  'include',
  'allowed',
  'benefit',
  'order',
  'make',
  'server',
  'web',
  'mx',
  'selector',
  'key',
  'receiver',
  'amount',
  'close',
  'address',
  'where',
  'return-path',
  'lookups',
  'identity',
  'reset',
  'esp',
  'move',
  'policy',
  'mandatory',
  'where-from',
  'works-check',
  'third-party',
  'cname',
  'gmail',
  'microsoft',
  'apple',
]

/** The records of a service that sends. */
const records: readonly ConceptId[] = ['spf', 'dkim', 'include', 'selector', 'lookups']

/** With one of these the question is about mail that was sent, not about setting up. */
const other: readonly ConceptId[] = [
  'history',
  'term-mx',
  'term-a',
  'ns-change',
  'refused',
  'deferred',
  'spam-folder',
  'complaint',
  'via',
  'header',
  'listed',
  'bulkrules',
  'report',
  'forwarding',
  'list',
  'spoof',
  'compauth',
  'reputation',
  'warm',
  'count',
  'unsubscribe',
  'volume',
  'bimi',
  'caa',
  'mta-sts',
  'dane',
  'dnssec',
  'tls-rpt',
  'old-shown',
  'dedicated',
  'mx-move',
  'flatten',
  'incomingspam',
  'leftover',
  'two-addresses',
]

/** Reads a question about setting up services; null: it names none, or is about something else. */
export function readSetup(question: Question): SetupQuestion | null {
  const { words } = question
  const found = servicesIn(words)
  // The name of a service can be a word of another subject: Barracuda has a blocklist, too.
  const read = readConcepts({ ...question, words: words.map((word, at) => (found.places.has(at) ? '' : word)) })
  if (found.services.length === 0 || other.some(id => read.concepts.has(id))) return null
  if (refusalCodesIn(question).enhanced.length > 0) return null
  // What to change when mail moves from one to another is more than the records of both.
  if (read.concepts.has('esp') && !records.some(id => read.concepts.has(id))) return null
  const isCounting = asksForLookups(read, question)
  if (!isCounting && (!isSetup(read, question) || asksAboutState(question))) return null
  const accounted = read.accountedBy(new Set(isCounting ? [...own, ...counting] : own))
  const regional = found.services.map(service => inRegion(service, words))
  const regions = new Set(regional.flatMap(each => each?.words ?? []))
  const isDone = (at: number) =>
    accounted[at] === true || found.places.has(at) || setupWords.has(words[at] ?? '') || regions.has(words[at] ?? '')
  const left = new Set(words.filter((_, at) => !isDone(at)))
  return {
    asks: isCounting ? 'lookups' : askedOf(read, words),
    services: found.services.map((service, at) => regional[at]?.service ?? service).slice(0, servicesMax),
    hasOwnServer: read.concepts.has('web') || words.includes('cpanel') || words.includes('plesk'),
    covered: [...new Set(words)].filter(word => !left.has(word)),
  }
}

/** What a question about the count of lookups also speaks of. */
const counting: readonly ConceptId[] = ['limit', 'over-limit', 'counts', 'volume', 'check', 'pace', 'flatten', 'amount']

/** "How many lookups would it need with Mailgun?", "Would adding include:mailgun.org break the limit?". */
function asksForLookups({ concepts }: ReadConcepts, { text }: Question): boolean {
  if (!concepts.has('lookups') && !concepts.has('over-limit')) return false
  const isAdding = / (?:add|adds|added|adding|plus|also use|with|include|including|another|if we use|if i use) /.test(
    text,
  )
  return (
    isAdding &&
    / (?:how many|would|will|under|over|exceed|exceeds|limit|break|breaks|stay|still|without going|too many|count|number of|room|fit|fits|reach|above|below) /.test(
      text,
    )
  )
}

/** Services that one answer can name. */
const servicesMax = 6

/** Words of such questions that mean nothing else here. */
const setupWords: ReadonlySet<string> = new Set([
  'authorized',
  'authorised',
  'authorize',
  'authorise',
  'permitted',
  'allow',
  'allows',
  'gave',
  'mailboxes',
  'integrate',
  'integration',
  'connect',
  'connected',
  'connecting',
  'custom',
  'authentication',
  'authenticate',
  'verify',
  'verified',
  'cloudflare',
  'domainkey',
  'orders',
  'order',
  'merged',
  'merge',
  'look',
  'account',
  'accounts',
  'free',
  'along',
  'together',
  'ones',
  'business',
  'receipts',
  'me',
  'adding',
  'moved',
  'switched',
  'migrated',
  'moving',
  'switching',
  'migrating',
])

/** Whether the question is about publishing records for a service: it names SPF, DKIM or an include, or says who sends. */
function isSetup({ concepts }: ReadConcepts, { words, text, names }: Question): boolean {
  if (records.some(id => concepts.has(id))) return true
  // "We moved to Google. Which records?", "adding HubSpot to example.com".
  if (isMoving(text) && (concepts.has('record') || wanting.test(text))) return true
  if (names.length > 0 && (words[0] === 'adding' || words[0] === 'add' || wanting.test(text))) return true
  if (names.length > 0 && / records? (?:for|of|with) /.test(text)) return true
  // "My DNS is at GoDaddy" names no sender.
  if (words.some((word, at) => word === 'at' && words[at - 2] === 'dns')) return false
  const isVerifying = words.some(word => /^(?:authenticate|verify|verified|authentication)$/.test(word))
  const isSetting = concepts.has('publish') || concepts.has('order')
  if (concepts.has('mx') || concepts.has('order')) return true
  if (concepts.has('send') || concepts.has('dns') || words.includes('use')) return true
  if (words.includes('set') && words.includes('up')) return true
  return (isVerifying || isSetting) && (concepts.has('mail') || concepts.has('domain'))
}

const movingVerb = / (?:moved|moving|move|switched|switching|switch|migrated|migrating|migrate|changed|signed up) /
const isMoving = (text: string): boolean => movingVerb.test(text) && / (?:to|with) /.test(text)
const wanting =
  / (?:which records?|what records?|what do (?:we|i) need|what is needed|what do (?:we|i) (?:put|publish|enter|add)|what to (?:put|publish|enter|add)|what needs to be (?:put|published|added)) /

/** What a receiver does, not a service that sends. */
const receiverVerbs: ReadonlySet<string> = new Set([
  'require',
  'requires',
  'required',
  'mandatory',
  'accept',
  'accepts',
  'reject',
  'rejects',
  'demand',
  'demands',
  'enforce',
  'enforces',
  'refuse',
  'refuses',
  'honor',
  'trust',
])

/** "Does Gmail require SPF?", "Which of them use Brevo?", "Why does Outlook …": about a receiver, or about the state of a domain. */
function asksAboutState({ words, names }: Question): boolean {
  const [first = ''] = words
  if (words.some(word => receiverVerbs.has(word))) return true
  if (first === 'does') return !words.includes('include') && !words.includes('need')
  if (first === 'is' || first === 'are') return !isAllowedAsked(words)
  if (['why', 'will', 'would', 'when', 'did', 'who', 'has'].includes(first)) return true
  return first === 'which' && names.length > 0
}

/** "Is Brevo authorized?", "May Brevo send?", "Is Brevo in our SPF record?". */
function isAllowedAsked(words: readonly string[]): boolean {
  const [first = ''] = words
  if (first === 'may' || first === 'can') return true
  if (first !== 'is' && first !== 'are') return false
  return words.some(word => /^(?:authori[sz]ed|allowed|permitted|included|spf)$/.test(word)) && !words.includes('dkim')
}

function askedOf({ concepts }: ReadConcepts, words: readonly string[]): SetupQuestion['asks'] {
  if (isAllowedAsked(words)) return 'allowed'
  if (concepts.has('order')) return 'order'
  if (concepts.has('mx') && !records.some(id => concepts.has(id))) return 'mx'
  const isSpf = concepts.has('spf') || concepts.has('include') || concepts.has('lookups')
  if (concepts.has('dkim') || concepts.has('selector')) return isSpf ? 'all' : 'dkim'
  return isSpf ? 'spf' : 'all'
}
