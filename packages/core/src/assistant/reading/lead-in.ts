/** Words with which people go on talking: they say nothing about what is asked. */
const openers =
  /^[\s,.!…-]{0,9}(?:ok(?:ay)?|k|alright|all right|hm{1,4}|mm|ah|aha|oh|yeah|yep|cool|i see|understood|got it|good to know|makes sense|fair enough|thanks|thank you|thx|ty|hi|hello|hey|hallo|moin|servus)(?: (?:all|there|guys|everyone|folks|a lot|so much|team))?(?:[,.!…:;-]{1,9}\s{0,9}|\s{1,9}(?:so|then|but|and|now|well)\s{1,9}|\s{1,9}(?=(?:what|where|which|how|why|who|when|is|are|does|do|did|can|could|should|would|will|i|we|my|our|the|show|list|give|tell|in which)\b))/i

/** What people say of themselves, and the other half of "which have it and which don't": nothing that an answer could leave out. */
const asides =
  /\bi (?:do not|don['’]?t) (?:know|understand|remember)(?: (?:if|whether|that))?\b|[\s,]{1,9}and which (?:ones |of them )?(?:do not|don['’]?t|does not|doesn['’]?t|have not|haven['’]?t|not)(?: have it)?(?=\s{0,9}[?.!]?\s{0,9}$)/gi

const meaning = /\bi mean\b,?/gi

/** A sentence of its own: "only one? good. and blacklists?" is not about what is good. */
const praise = /(?<=[.?!] )(?:good|great|nice|ok|okay|perfect|fine|cool|thanks)[.!,] (?=\S)/gi

/** The most of these at the beginning of one question. */
const openersMax = 3

/**
 * A question without how it begins: "ok so where is that setting" asks where, and says of nothing that it is OK. A greeting
 * or thanks alone stays. "But" stays, because what follows it goes on from the answer before.
 */
export function withoutLeadIn(text: string): string {
  let rest = text
  for (let count = 0; count < openersMax; count += 1) {
    const found = openers.exec(rest)?.[0]
    if (found === undefined) break
    const after = `${/\bbut\s{1,9}$/i.test(found) ? 'but ' : ''}${rest.slice(found.length)}`
    if (after.trim().split(/\s+/).length < 2) break
    rest = after
  }
  return rest
    .replaceAll(asides, ' ')
    .replaceAll(meaning, ' ')
    .replaceAll(praise, ' ')
    .replace(/^\s{0,9}(?:(?:so|now|then)[\s,]{1,9}|well,\s{0,9})(?=\S{1,99}\s{1,9}\S)/i, '')
}
