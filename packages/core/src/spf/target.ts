import { expandMacroString, type MacroLetter, printMacroString } from './macro.ts'
import { type Target, targetName } from './policy.ts'

/** The values of macro letters that are known without a message. */
export type KnownMacros = { readonly [L in MacroLetter]?: string }

/** The name a domain-spec expands to; null when that is no valid name, `depends` when it depends on the message. */
export function nameOfTarget(target: Target, known: KnownMacros): string | null {
  if (target.macros === null) return target.name
  const expanded = expandMacroString(target.macros, letter => known[letter] ?? null)
  return expanded === null ? 'depends' : targetName(expanded)
}

/** A domain-spec with its known macros expanded. Equal texts are equal rules in every record. */
export function printTarget(target: Target, known: KnownMacros): string {
  const parts = target.macros?.map(part => {
    const text = part.kind === 'macro' ? expandMacroString([part], letter => known[letter] ?? null) : null
    return text === null ? part : { kind: 'literal' as const, text }
  })
  return parts === undefined ? (target.name ?? 'no name') : printMacroString(parts)
}
