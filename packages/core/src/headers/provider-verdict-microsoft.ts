import { type FieldReader, judged, noted, numberIn, type Reading } from './provider-verdict-readers.ts'

/** The categories of `CAT:` (Microsoft, "Anti-spam message headers"). */
const categories: Readonly<Record<string, readonly [says: 'bulk' | 'spam' | 'phishing' | 'malware', name: string]>> = {
  AMP: ['malware', 'anti-malware'],
  BIMP: ['phishing', 'brand impersonation'],
  BULK: ['bulk', 'bulk'],
  DIMP: ['phishing', 'domain impersonation'],
  FTBP: ['malware', 'attachment type filter'],
  GIMP: ['phishing', 'mailbox intelligence impersonation'],
  HPHSH: ['phishing', 'high-confidence phishing'],
  HPHISH: ['phishing', 'high-confidence phishing'],
  HSPM: ['spam', 'high-confidence spam'],
  INTOS: ['phishing', 'phishing inside the organization'],
  MALW: ['malware', 'malware'],
  OSPM: ['spam', 'outbound spam'],
  PHSH: ['phishing', 'phishing'],
  SAP: ['malware', 'Safe Attachments'],
  SPM: ['spam', 'spam'],
  SPOOF: ['phishing', 'spoofing'],
  UIMP: ['phishing', 'user impersonation'],
}

/** The verdicts of `SFV:`. A message that was allowed or skipped was not judged. */
const filterVerdicts: Readonly<Record<string, readonly [says: 'clean' | 'spam' | 'note', name: string]>> = {
  NSPM: ['clean', 'not spam'],
  SPM: ['spam', 'spam'],
  SKA: ['note', 'did not filter the message because a policy allows its sender (SFV SKA)'],
  SKB: ['spam', 'blocked by a policy'],
  SKN: ['note', 'did not filter the message because a rule marked it as not spam (SFV SKN)'],
  SKS: ['spam', 'marked as spam by a rule'],
  SKQ: ['note', 'released the message from quarantine (SFV SKQ)'],
  SFE: ['note', 'did not filter the message because the user trusts its sender (SFV SFE)'],
  SKI: ['note', 'did not filter the message because it is internal (SFV SKI)'],
  BLK: ['spam', 'the user blocked the sender'],
}

/** `X-Forefront-Antispam-Report`: CAT, SFV, SCL, IPV and SRV; the other values are internal. */
export const forefrontReport: FieldReader = (value, product) => {
  const pairs = pairsOf(value)
  const cat = pairs.get('CAT')?.toUpperCase()
  const category = cat && Object.hasOwn(categories, cat) ? categories[cat] : undefined
  const sfv = pairs.get('SFV')?.toUpperCase()
  const verdict = sfv && Object.hasOwn(filterVerdicts, sfv) ? filterVerdicts[sfv] : undefined
  return [
    ...(category ? [categoryVerdict(product, `CAT ${cat}`, category)] : []),
    ...(verdict ? [filterVerdict(product, `SFV ${sfv}`, verdict)] : []),
    ...confidence(pairs.get('SCL') ?? '', product),
    ...(pairs.get('SRV')?.toUpperCase() === 'BULK' ? [judged(product, 'bulk', 'SRV BULK')] : []),
    ...(pairs.get('IPV')?.toUpperCase() === 'CAL'
      ? [noted(product, 'reported that the sending address is on an allow list (IPV CAL)')]
      : []),
  ]
}

function categoryVerdict(product: string, code: string, [says, name]: (typeof categories)[string]): Reading {
  const reading = judged(product, says, `${code}, ${name}`)
  return code === 'CAT HSPM' ? { ...reading, isHighConfidence: true } : reading
}

function filterVerdict(
  product: string,
  code: string,
  [says, name]: readonly ['clean' | 'spam' | 'note', string],
): Reading {
  return says === 'note' ? noted(product, name) : judged(product, says, `${code}, ${name}`)
}

/**
 * The spam confidence level: -1 skipped, 0 and 1 not spam, 5 and 6 spam, 7 and more spam with high confidence. 2 to 4 are
 * not in use.
 */
export const confidence: FieldReader = (value, product) => {
  const level = Number(/^\s{0,9}(-1|\d{1,2})\s{0,9}$/.exec(value)?.[1])
  if (level === -1) return [noted(product, 'skipped its spam filter (SCL -1)')]
  if (level === 0 || level === 1) return [judged(product, 'clean', `SCL ${level}`)]
  if (!(level >= 5 && level <= 10)) return []
  const reading = judged(product, 'spam', level >= 7 ? `SCL ${level}, high confidence` : `SCL ${level}`)
  return [level >= 7 ? { ...reading, isHighConfidence: true } : reading]
}

/**
 * The phishing confidence level of the content filter: 4 to 8 are "likely to be phishing", 1 to 3 are neutral. The words
 * are those of older versions.
 */
export const phishingConfidence: FieldReader = (value, product) => {
  const level = /^\s{0,9}(\d|suspicious|neutral)\s{0,9}$/i.exec(value)?.[1]?.toLowerCase()
  if (level === undefined) return []
  if (level === 'suspicious' || /^[4-8]$/.test(level)) return [judged(product, 'phishing', `PCL ${level}`)]
  return /^[1-3]$|^neutral$/.test(level) ? [noted(product, `reported no sign of phishing (PCL ${level})`)] : []
}

/** `BCL:` of `X-Microsoft-Antispam`: from 7 on, the default threshold, the message is bulk mail. */
export const bulkComplaints: FieldReader = (value, product) => {
  const level = Number(numberIn(pairsOf(value).get('BCL') ?? '') ?? Number.NaN)
  if (!Number.isInteger(level) || level < 0 || level > 9) return []
  if (level >= 7) return [judged(product, 'bulk', `BCL ${level}`)]
  if (level === 0) return [noted(product, 'reported that the sender sends no bulk mail (BCL 0)')]
  const complaints = level <= 3 ? 'few complaints' : 'a mixed number of complaints'
  return [noted(product, `reported a bulk sender with ${complaints} (BCL ${level})`)]
}

/** `dest:` of `X-Microsoft-Antispam-Mailbox-Delivery`: the junk folder, seen in samples. */
export const destination: FieldReader = (value, product) =>
  pairsOf(value).get('DEST')?.toUpperCase() === 'J'
    ? [noted(product, 'put the message into the junk folder (dest:J)')]
    : []

function pairsOf(value: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const part of value.split(';')) {
    const colon = part.indexOf(':')
    const name = part.slice(0, colon).trim().toUpperCase()
    if (colon > 0 && !pairs.has(name)) pairs.set(name, part.slice(colon + 1).trim())
  }
  return pairs
}
