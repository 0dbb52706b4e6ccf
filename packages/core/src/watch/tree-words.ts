/*
 * What a check reads below an SPF record, in the words of a change. The canonical values of a record do not hold it, so who
 * puts several changes into one knows it by these beginnings.
 */

const permerror = 'SPF now ends in permerror'
const open = 'SPF now allows every server to send'
const mended = 'SPF no longer ends in permerror'
const closed = 'SPF no longer allows every server to send'

/** Which servers pass is the same, unless the check ends in permerror: then the order decides which lookup is reached. */
export const reordered = 'SPF terms reordered, the same servers pass'
/** The same, where it does. */
export const reorderedInPermerror = 'SPF terms reordered, and SPF ends in permerror'

/** @param why what ends in permerror, in a few words */
export function permerrorWords(why: string): string {
  return `${permerror}: ${why}`
}

/** @param words of `permerrorWords` */
export function removedWords(words: string): string {
  return `SPF record removed, with which ${words.replace(permerror, 'SPF ended in permerror')}`
}

/** @param term what lets every server pass, with the way to it: `include:open.example → +all` */
export function openWords(term: string): string {
  return `${open}: ${term}`
}

/** @param step the words of the records of the same change, which begin with `SPF` */
export function mendedWords(was: 'permerror' | 'open', step: string): string {
  return `${was === 'permerror' ? mended : closed}, and ${step.replace(/^SPF /, '')}`
}

/** Whether these words rest on what the record leads to. */
export function isFromTree(description: string): boolean {
  return [permerror, open].some(words => description.startsWith(`${words}: `))
}

/** Whether these words end what `isFromTree` says. */
export function isTreeMended(description: string): boolean {
  return [mended, closed].some(words => description.startsWith(`${words}, `))
}
