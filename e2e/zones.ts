/**
 * The world of the fixtures in the form of the browser tests' name servers, and a few zones that only these tests need.
 */
import { demoWorld, dkim2048, type WorldMailHost, type WorldZone, withPins } from '@waxseal/core/fixtures'
import { type LabZone, nameserver } from '../packages/scanner/realserver/lab.ts'
import { labZone } from '../packages/scanner/realserver/lab-zone.ts'

/** Two labels of 63 characters, the maximum length. */
const longest = (word: string): string => word.repeat(9).slice(0, 63)
export const longName = `${longest('department')}.${longest('subsidiary')}.example`

const receiving = (name: string): WorldZone => ({
  name,
  records: { [name]: { A: ['203.0.114.10'], MX: [[10, 'mx1.mailhost.example']] } },
})

/** A mail server, SPF and a key, and no DMARC: its mail goes to spam. */
const newcomer: WorldZone = {
  name: 'newcomer.example',
  records: {
    'newcomer.example': {
      A: ['203.0.114.10'],
      MX: [[10, 'mx1.mailhost.example']],
      TXT: ['v=spf1 include:mailhost.example ~all'],
    },
    's1._domainkey.newcomer.example': { TXT: [dkim2048] },
  },
}

/** Records as panels and copying break them, and a name server that does not know the zone. */
const pasted: WorldZone = {
  name: 'pasted.example',
  records: {
    'pasted.example': { MX: [[10, 'mx1.mailhost.example']], TXT: [' v=spf1 include:mailhost.example -all'] },
    '_dmarc.pasted.example': { TXT: ['v=DMARC1 p=reject; rua=mailto:dmarc@pasted.example'] },
    's1._domainkey.pasted.example.pasted.example': { TXT: [dkim2048] },
  },
}

/** A mail host and an include in a zone with broken DNSSEC, and the DMARC record at a wrong name. */
const astray: WorldZone = {
  name: 'astray.example',
  records: {
    'astray.example': {
      MX: [[10, 'bogus.example']],
      TXT: ['v=spf1 include:bogus.example -all', 'v=DMARC1; p=reject; rua=mailto:dmarc@astray.example'],
    },
  },
}

/** An organization that only monitors; its key signs for the names below it. */
const branches: WorldZone = {
  name: 'branches.example',
  records: {
    'branches.example': { MX: [[10, 'mx1.mailhost.example']], TXT: ['v=spf1 include:mailhost.example -all'] },
    'north.branches.example': { MX: [[10, 'mx1.mailhost.example']], TXT: ['v=spf1 include:mailhost.example -all'] },
    '_dmarc.branches.example': { TXT: ['v=DMARC1; p=none; rua=mailto:dmarc@branches.example'] },
    's1._domainkey.branches.example': { TXT: [dkim2048] },
  },
}

const own: readonly WorldZone[] = [
  pasted,
  astray,
  branches,
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
  ...['xn--mnchen-3ya.example', 'xn--mgbh0fb.example', 'hosting.example', 'never.example', 'publishing.example'].map(
    receiving,
  ),
  newcomer,
  ...Array.from({ length: 10 }, (_, index) => receiving(`customer-${index}.example`)),
]

/**
 * All zones.
 *
 * @param pin SHA-256 of the public key in a host's certificate, in hex
 */
export async function zonesOfTheWorld(pin: (host: WorldMailHost) => string): Promise<readonly LabZone[]> {
  const zones = await Promise.all(withPins([...demoWorld.zones, ...own], pin).map(labZone))
  return zones.map(zone =>
    zone.name === pasted.name ? { ...zone, nameservers: [...(zone.nameservers ?? []), nameserver.refusing] } : zone,
  )
}
