/** Characters of a text that are read. */
const readCharacters = 4_000

const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)(?: (?:all|any|the|your|of|my|these|those|every)){0,3} (?:previous|prior|above|earlier|preceding|former|existing|system) (?:instruction|prompt|rule|direction|message|context|command)/,
  /\b(?:ignore|disregard|forget)(?: (?:all|the|your)){1,2} (?:instructions|prompts|rules|guidelines)\b/,
  /\b(?:system|developer) (?:prompt|message|instruction)s? ?:/,
  /\b(?:reveal|print|repeat|show)(?: (?:me|us|your|the)){1,2} system prompt\b/,
  /\b(?:you are|act as|pretend to be)(?: now)?(?: an?| the)? (?:ai|llm|language model|ai assistant|ai model|chatbot|chatgpt|dan)\b/,
  /\b(?:ai|llm|language model|assistant|chatgpt|claude|gemini|copilot)s? ?[:,] ?(?:please |you must |always |do not )?(?:ignore|mark|classify|rate|report|say|answer|respond|summari[sz]e|treat|output|tell|publish|recommend|advise)\b/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?inst\]|<<sys>>/,
  /\bignoriere(?: (?:alle|die|deine)){0,2} (?:vorherigen|bisherigen|obigen) (?:anweisungen|befehle)/,
  /\bignore[rz](?: (?:toutes|les|tes|vos)){0,3} instructions (?:pr[ée]c[ée]dentes|ant[ée]rieures)/,
  /\bignora(?: (?:todas|las|tus|tutte|le)){0,3} (?:instrucciones|istruzioni) (?:anteriores|previas|precedenti)/,
]

/** Whether a text speaks to AI models: instructions to ignore their rules, marks of a chat. A hint, no proof. */
export function addressesModels(text: string): boolean {
  const plain = text
    .slice(0, readCharacters)
    .replaceAll(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
    .replaceAll(/[\s_*"'`.-]+/g, ' ')
    .toLowerCase()
  return patterns.some(pattern => pattern.test(plain)) || /<\|im_(?:start|end)\|>/.test(text.slice(0, readCharacters))
}
