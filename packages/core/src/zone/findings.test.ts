import { expect, it } from 'vitest'
import { zoneRows } from './findings.data.ts'

const advice = zoneRows.domain_not_found.advice

it('a missing registrable domain may be renewed or registered', () => {
  expect(advice({ domain: 'example.com', organization: { name: 'example.com', exists: false } })).toBe(
    'Check the spelling. If it is correct, renew or register the domain and set its name servers.',
  )
})

it('a missing subdomain needs records, and its organization is registered already', () => {
  expect(advice({ domain: 'mail.example.com', organization: { name: 'example.com', exists: true } })).toBe(
    'Check the spelling. If it is correct, create records for mail.example.com at the DNS provider of example.com.',
  )
})

it('a subdomain of a domain that does not exist either names the domain to register', () => {
  expect(advice({ domain: 'mail.example.com', organization: { name: 'example.com', exists: false } })).toBe(
    'Check the spelling. If it is correct, renew or register example.com, which does not exist either, and set its name servers.',
  )
})

it('a finding of an earlier version does not know which of them it is', () => {
  expect(advice({ domain: 'mail.example.com' })).toBe(
    'Check the spelling. If it is correct, register or renew the domain, or create the name at its DNS provider.',
  )
})
