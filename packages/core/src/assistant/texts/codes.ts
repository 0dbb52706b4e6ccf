import type { Question } from '../question.ts'

/** The codes of a refusal in a question. */
export interface RefusalCodes {
  /** Enhanced status codes (RFC 3463): `5.7.26`, in the order of the question, each once. */
  enhanced: readonly string[]
  /** Reply codes (RFC 5321 section 4.2): `550`. */
  replies: readonly string[]
}

/** Finds the codes of a refusal. The parts of an IP address or of a domain name are none. */
export function refusalCodesIn({ words, addresses, names }: Question): RefusalCodes {
  const enhanced: string[] = []
  const replies: string[] = []
  const masked = maskedWords(words, [...addresses, ...names])
  masked.forEach((word, at) => {
    const [subject = '', detail = ''] = [masked[at + 1], masked[at + 2]]
    if (isClass(word) && isSubject(subject) && isDetail(detail) && !numbered.has(masked[at - 1] ?? '')) {
      enhanced.push(`${word}.${subject}.${detail}`)
    }
    if (isReply(word)) replies.push(word)
  })
  return { enhanced: [...new Set(enhanced)], replies: [...new Set(replies)] }
}

/** Words before the number of something else. */
const numbered: ReadonlySet<string> = new Set([
  'section',
  'sections',
  'version',
  'rfc',
  'v',
  'chapter',
  'clause',
  'release',
  'postfix',
])

const isClass = (word: string) => word === '4' || word === '5'
const isSubject = (word: string) => word.length === 1 && word >= '0' && word <= '7'
const isDetail = (word: string) => /^\d{1,3}$/.test(word)
const isReply = (word: string) => /^(?:4[25]\d|5[0-7]\d)$/.test(word)

/** The words, with those of the given names emptied. */
function maskedWords(words: readonly string[], names: readonly string[]): readonly string[] {
  const masked = [...words]
  for (const name of names) {
    const parts = name.split(/[.:-]/).filter(part => part !== '')
    for (let at = 0; parts.length > 0 && at + parts.length <= words.length; at += 1) {
      if (parts.every((part, next) => words[at + next] === part)) masked.fill('', at, at + parts.length)
    }
  }
  return masked
}
