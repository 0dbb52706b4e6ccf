import { expect, it } from 'vitest'
import { zoneResolver } from '../dns/index.ts'
import { includedDomains } from './included.ts'
import { spfTree } from './tree.ts'

const spf = (text: string) => ({ TXT: [`v=spf1 ${text}`] })

it('names what a record includes and redirects to, at every depth, each once', async () => {
  const resolver = zoneResolver({
    'example.com': spf('include:mail.example.net a:www.example.com include:news.example.org redirect=rest.example.net'),
    'mail.example.net': spf('include:deep.example.net ~all'),
    'deep.example.net': spf('ip4:192.0.2.1 -all'),
    'news.example.org': spf('include:deep.example.net -all'),
    'rest.example.net': spf('-all'),
  })
  expect(includedDomains(await spfTree(resolver, 'example.com'))).toEqual([
    'mail.example.net',
    'deep.example.net',
    'news.example.org',
    'rest.example.net',
  ])
})

it('names none for a record that includes nothing', async () => {
  const resolver = zoneResolver({ 'example.com': spf('mx -all') })
  expect(includedDomains(await spfTree(resolver, 'example.com'))).toEqual([])
})
