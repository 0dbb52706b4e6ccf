import type { Tone } from '@waxseal/core/check'

/** The light tokens of the screens: paper is white. */
export const ink = {
  ink: '#112028',
  ink2: '#415057',
  ink3: '#5b686f',
  line: '#d4dbd8',
  sunken: '#ebf0ed',
  wax: '#8c2f2b',
} as const

/** A state: the color of its word and of its bar, and the sign beside the word. */
export interface ToneLook {
  text: string
  fill: string
  sign: 'check' | 'alert' | 'cross' | 'info' | 'minus' | 'question'
}

export const tones: Readonly<Record<Tone, ToneLook>> = {
  excellent: { text: '#036d3d', fill: '#2c965d', sign: 'check' },
  good: { text: '#4c6622', fill: '#72942d', sign: 'check' },
  medium: { text: '#715f0f', fill: '#9a8214', sign: 'alert' },
  fair: { text: '#895709', fill: '#be7a0b', sign: 'alert' },
  poor: { text: '#ac2724', fill: '#d33b36', sign: 'cross' },
  info: { text: '#1f5f8f', fill: '#2d7db9', sign: 'info' },
  idle: { text: '#545c60', fill: '#798286', sign: 'minus' },
  unknown: { text: '#895709', fill: '#be7a0b', sign: 'question' },
}

/** How a text is set, in points. */
export interface TextStyle {
  voice: 'text' | 'strong' | 'mono'
  size: number
  /** From one baseline to the next. */
  leading: number
  color: string
}

export const styles = {
  title: { voice: 'strong', size: 20, leading: 26, color: ink.ink },
  score: { voice: 'strong', size: 30, leading: 36, color: ink.ink },
  section: { voice: 'strong', size: 12.5, leading: 17, color: ink.ink },
  name: { voice: 'strong', size: 9.5, leading: 13.5, color: ink.ink },
  text: { voice: 'text', size: 9.5, leading: 13.5, color: ink.ink },
  quiet: { voice: 'text', size: 9.5, leading: 13.5, color: ink.ink2 },
  small: { voice: 'text', size: 8, leading: 11, color: ink.ink3 },
  record: { voice: 'mono', size: 8, leading: 11, color: ink.ink },
} as const satisfies Record<string, TextStyle>
