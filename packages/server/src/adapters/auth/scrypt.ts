import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/** What a hash costs. Those of the sign-in library, so that its hashes stay valid. */
export interface ScryptCost {
  N: number
  r: number
  p: number
}

/** Parameters of OWASP's password storage cheat sheet in strength: 32 MB and some 80 ms of a processor. */
export const libraryCost: ScryptCost = { N: 16_384, r: 16, p: 1 }

const bytes = 64

/** The hash of a password: `salt:key`, both in hexadecimal digits. Keeps this thread busy until it is made. */
export function hashNow(password: string, cost: ScryptCost): string {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${keyOf(password, salt, cost).toString('hex')}`
}

/** Whether a password has this hash. Keeps this thread busy. @throws Error for a hash of another form */
export function verifyNow(hash: string, password: string, cost: ScryptCost): boolean {
  const [salt, key] = hash.split(':')
  const wanted = Buffer.from(key ?? '', 'hex')
  if (!salt || wanted.length !== bytes) throw new Error('this is no hash of a password')
  return timingSafeEqual(keyOf(password, salt, cost), wanted)
}

function keyOf(password: string, salt: string, { N, r, p }: ScryptCost): Buffer {
  return scryptSync(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 128 * N * r * 2 })
}
