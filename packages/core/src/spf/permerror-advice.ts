/** The causes of a permerror that have an advice of their own, by the words `assessSpf` and the tree tell them in. */
const advices: readonly (readonly [cause: RegExp, advice: string])[] = [
  [
    /^\d+ SPF records$/,
    'Merge them into one: a single v=spf1, the terms of all of them, one ending. Then delete the others.',
  ],
  [
    / DNS lookups, \d+ are allowed$/,
    'Remove includes of services no longer used, or name their networks with ip4 and ip6, until ten lookups are enough.',
  ],
  [
    / void lookups, \d+ are allowed$/,
    'Remove the terms that lead to names without records, until two at most are left.',
  ],
  [/: no SPF record$/, 'Remove the term, or put in its place the name the service gives for its SPF record.'],
]

/** What to publish instead of an SPF record that ends in permerror for this problem. */
export function permerrorAdvice(problem: string): string {
  const known = advices.find(([cause]) => cause.test(problem))
  return known?.[1] ?? `Put this right in the record: ${problem}.`
}
