import { identityLimits } from '@waxseal/contract'

/** A picture that was read and written again. */
export interface Logo {
  type: 'image/png' | 'image/jpeg'
  /** Pixels. */
  width: number
  height: number
  content: Uint8Array
}

/** A problem is a sentence for the person who chose the file. */
export type ReadLogo = { ok: true; logo: Logo } | { ok: false; problem: string }

export const damaged: ReadLogo = {
  ok: false,
  problem: 'This image is damaged or incomplete. Please export it again.',
}

/** The refusal of an image with these sides; null: they are fine. */
export function sizeProblem(width: number, height: number): ReadLogo | null {
  const { min, max } = identityLimits.logoPixels
  if ([width, height].every(side => side >= min && side <= max)) return null
  const given = [width, height].map(side => side.toLocaleString('en')).join(' × ')
  return {
    ok: false,
    problem: `Each side of a logo must have ${min} to ${max.toLocaleString('en')} pixels. This image has ${given}.`,
  }
}
