/** The rules for the words of the product (docs/decisions/0039-plain-english.md), for tests. */

/** What a finding says. */
interface Words {
  title: string
  meaning: string
  advice: string
}

/** The words that begin an advice: verbs in the imperative. */
const verbs =
  /^(?:Accept|Add|Ask|Change|Check|Contact|Correct|Create|Enable|End|Fix|Give|Install|Keep|Let|Look|Merge|Move|Narrow|Point|Publish|Raise|Register|Remove|Renew|Repair|Replace|Serve|Set|Sign|Stop|Turn|Use|Wait|Write) /

/** Words with a plainer one, each with a reason in the record of the decision. */
const banned = [
  /\bstands?\b/i,
  /\btold\b/i,
  /\b(?:begins?|starts?) anew\b/i,
  /\bwhoever\b/i,
  /\b(?:nobody|anybody|everybody)\b/i,
  /\bforeign\b/i,
  /\bstrangers?\b/i,
  /\bforge(?:d|rs?)\b/i,
  /\bways?\b/i,
  /\bthere may be one only\b/i,
  /\boctets?\b/i,
  /\bblanks?\b/i,
  /\bin order\b(?! to)/i,
  /\bleads? back\b/i,
  /\bby itself\b/i,
  /\bvouch/i,
  /\b(?:authoris|recognis|organis|behaviour|favourit|colour|honour|centre\b|licence)/i,
]

/** The beginning of a record to publish. */
const record = /\b(?:v=(?:spf1|DMARC1|DKIM1|STSv1|BIMI1|TLSRPTv1)|version: STSv1|k=rsa|p=MI)/
const quoted = /"[^"]{0,400}"/g

/** What is against the rules in the words of a finding; empty: nothing. */
export function plainEnglishFaults({ title, meaning, advice }: Words): readonly string[] {
  return [
    ...(title.length > 60 ? [`a title of ${title.length} characters: ${title}`] : []),
    ...(countWords(meaning) > 25 ? [`a meaning of ${countWords(meaning)} words: ${meaning}`] : []),
    ...(verbs.test(advice) ? [] : [`an advice without a verb in front: ${advice}`]),
    ...[title, meaning, advice].flatMap(wordingFaults),
  ]
}

/** What is against the rules in a text of a finding. */
export function wordingFaults(text: string): readonly string[] {
  const proses = prosesOf(text)
  const prose = proses.join(' ')
  return [
    ...wordFaults(text),
    ...(proses.some(each => each.split(': ').length > 2) ? [`two colons in a sentence: ${text}`] : []),
    ...(prose.includes('; ') ? [`a semicolon: ${text}`] : []),
  ]
}

/** The words and figures that no text of the product may have. */
export function wordFaults(text: string): readonly string[] {
  const prose = prosesOf(text).join(' ')
  return [
    ...banned.filter(word => word.test(prose)).map(word => `${word.source} in: ${text}`),
    ...(/\d %/.test(prose) ? [`a space before %: ${text}`] : []),
    ...(/\b\d{4,} (?:addresses|networks|lookups|records|servers|characters|bytes|domains|names)\b/.test(prose)
      ? [`digits without a comma: ${text}`]
      : []),
  ]
}

/** The sentences of a text without quotations and records. A record ends its sentence. */
function prosesOf(text: string): readonly string[] {
  const sentences = text.replaceAll(quoted, '""').split(/(?<=[.?!]) (?=[A-Z0-9])/)
  return sentences.map(sentence => sentence.slice(0, record.exec(sentence)?.index))
}

/** The words of a text. A name counts as one, and so does a list of names, or a text in quotation marks. */
export function countWords(text: string): number {
  let count = 0
  let isInList = false
  for (const word of text.replaceAll(quoted, 'quoted.text').split(' ')) {
    const isName: boolean = /[.:=/_@()]./.test(word) || /\d/.test(word) || /^\W*[A-Z]/.test(word)
    const isLink: boolean = isInList && /^(?:and|or|more|→)[.,)]*$/.test(word)
    if (!(isInList && (isName || isLink))) count += 1
    isInList = !/[.:]$/.test(word) && (isLink || (isName && (isInList || word.endsWith(','))))
  }
  return count
}
