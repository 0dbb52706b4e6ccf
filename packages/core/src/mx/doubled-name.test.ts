import { expect, it } from 'vitest'
import { undoubledHost } from './doubled-name.ts'

it.each([
  ['mx1.example.com.example.com', 'example.com', 'mx1.example.com'],
  ['example.com.example.com', 'example.com', 'example.com'],
  ['mx1.example.com.example.com', 'shop.example.com', 'mx1.example.com'],
  ['aspmx.l.google.com.example.com', 'example.com', 'aspmx.l.google.com'],
  ['mx1.mailhost.net.example.com', 'example.com', 'mx1.mailhost.net'],
  ['203.0.114.70.example.com', 'example.com', null],
  ['mx1.example.com', 'example.com', null],
  ['mail.eu.example.com', 'example.com', null],
  ['mx.example.net', 'example.com', null],
  ['example.com', 'example.com', null],
  ['.', 'example.com', null],
])('%s of %s means %s', (host, domain, meant) => {
  expect(undoubledHost(host, domain)).toBe(meant)
})
