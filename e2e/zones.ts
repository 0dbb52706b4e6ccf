/**
 * The world of the fixtures in the form of the browser tests' name servers, and a few zones that only these tests need.
 */
import { demoWorld, type WorldMailHost, type WorldZone, withPins } from '@waxseal/core/fixtures'
import type { LabZone } from '../packages/scanner/realserver/lab.ts'
import { labZone } from '../packages/scanner/realserver/lab-zone.ts'

/** Two labels of 63 characters, the maximum length. */
const longest = (word: string): string => word.repeat(9).slice(0, 63)
export const longName = `${longest('department')}.${longest('subsidiary')}.example`

const receiving = (name: string): WorldZone => ({
  name,
  records: { [name]: { A: ['203.0.114.10'], MX: [[10, 'mx1.mailhost.example']] } },
})

const own: readonly WorldZone[] = [
  {
    name: longName,
    records: {
      [longName]: {
        MX: [[10, `${longest('exchanger')}.${longName}`]],
        TXT: [`v=spf1 include:mailhost.example exists:%{i}._spf.${longest('x')}.example ~all`],
      },
      [`${longest('exchanger')}.${longName}`]: { A: ['203.0.114.40'] },
    },
  },
  // münchen and the Arabic word for "example", which is written from right to left.
  ...['xn--mnchen-3ya.example', 'xn--mgbh0fb.example', 'never.example'].map(receiving),
  ...Array.from({ length: 10 }, (_, index) => receiving(`customer-${index}.example`)),
]

/**
 * All zones.
 *
 * @param pin SHA-256 of the public key in a host's certificate, in hex
 */
export async function zonesOfTheWorld(pin: (host: WorldMailHost) => string): Promise<readonly LabZone[]> {
  return Promise.all(withPins([...demoWorld.zones, ...own], pin).map(labZone))
}
