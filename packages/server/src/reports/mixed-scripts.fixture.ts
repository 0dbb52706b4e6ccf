const latin = 'abcdefghijklmnopqrstuvwxyz'
const hebrew = 'אבגדהוזחטיכלמנסעפצקרשת'

/** A text of so many letters, each in another font than the one before it. */
export function mixed(letters: number, start = 0): string {
  const letter = (script: string, at: number) => script[(at + start) % script.length] ?? ''
  return Array.from({ length: letters }, (_, at) => letter(at % 2 === 0 ? latin : hebrew, at)).join('')
}

const lines = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at))

/** A header of about 1 MB whose font changes at each letter. */
export function mixedHeader(): string {
  const hops = lines(
    220,
    at => `Received: from ${mixed(700, at)} (${mixed(700, at)}) by ${mixed(700, at)}; Tue, 24 Nov 2026 10:00:00 +0000`,
  )
  const results = lines(60, at => `Authentication-Results: mx${at}.example; dkim=pass header.d=${mixed(700, at)}`)
  const arc = lines(
    50,
    at => `ARC-Authentication-Results: i=${at + 1}; ${mixed(700)}; dkim=pass header.d=${mixed(700)}`,
  )
  const shown = [`From: ${mixed(700)} <a@evil.example>`, `Subject: ${mixed(700)}`, `X-Raw: ${mixed(90_000)}`]
  return [...hops, ...results, ...arc, ...shown].join('\n')
}
