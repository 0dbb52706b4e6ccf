import { describe, expect, it } from 'vitest'
import { actionLabel, publishWords, requestText } from '../check/index.ts'
import type { DnssecFaultCode } from '../dns/index.ts'
import { facts } from './facts.fixture.ts'
import { actionOf, type FindingId, findingRows, wordsOf } from './index.ts'

const ids = Object.keys(facts) as FindingId[]
const action = (id: FindingId) => actionOf({ id, facts: facts[id] }, 'example.com')

/** The text of the button, and the findings that have it when no record is certain. */
const buttons: readonly (readonly [label: string, findings: string])[] = [
  ['Add your selector', 'dkim_not_found_unguessable dkim_not_found_unsure'],
  ['Ask Example Mail', 'bl_shared'],
  ['Ask Microsoft 365', 'dkim_dangling dkim_not_enabled dkim_service_unsigned'],
  ['Ask the administrator of example.net', 'dkim_bogus dmarc_bogus mx_bogus spf_include_bogus'],
  [
    'Ask the administrator of mx1.example.com',
    'greeting_invalid mx_certificate_expired mx_certificate_expiring mx_certificate_name mx_certificate_untrusted mx_cname relay_open starttls_failed starttls_missing starttls_unseen tls_outdated',
  ],
  ['Ask the administrator of reports.example', 'dmarc_rua_unauthorised'],
  ['Ask Microsoft', 'dkim_provider_name dmarc_provider_name spf_provider_name'],
  ['Ask the provider of 192.0.2.1', 'ptr_mismatch ptr_missing'],
  [
    'Ask your DNS provider',
    'dane_unsigned delegation_dead delegation_lame delegation_one_network delegation_silent dnssec_bogus dnssec_unsigned dnssec_unvalidated',
  ],
  [
    'Ask your mail provider',
    'dkim_1024 dkim_ed25519_only dkim_not_found_sure dkim_revoked_only dkim_weak dkim_weak_beside',
  ],
  ['Ask your registrar', 'delegation_differs dnssec_ds_missing domain_not_found'],
  ['Change the A records', 'mx_private_address mx_unreachable_address'],
  ['Add a CAA record', 'caa_missing caa_renewal'],
  ['Add a TLSA record', 'tlsa_renewal'],
  ['Add a TXT record', 'bimi_missing'],
  ['Add an MX record', 'mx_implicit mx_missing'],
  ['Change the CAA records', 'caa_invalid'],
  ['Change the MX records', 'mx_all_unresolvable mx_ip_literal mx_some_unresolvable'],
  [
    'Change the TXT records',
    'bimi_invalid dkim_broken_beside dkim_invalid dkim_other_text dkim_several_records txt_for_models',
  ],
  [
    'Replace the policy file',
    'mta_sts_mismatch mta_sts_mx_mismatch mta_sts_none mta_sts_policy_invalid mta_sts_testing',
  ],
  [
    'Open the DMARC builder',
    'dmarc_invalid dmarc_none dmarc_rua_missing dmarc_sp_weaker dmarc_testing nonmail_dmarc_quarantine nonmail_dmarc_weak spf_softfail_unenforced',
  ],
  [
    'Open the SPF builder',
    'spf_missing spf_near_limit spf_neutral spf_no_all spf_none_pass spf_permerror spf_plus_all spf_ptr spf_term_ignored spf_too_open',
  ],
  ['Publish the policy file', 'mta_sts_missing mta_sts_policy_unavailable'],
  [
    'Publish the record',
    'dane_mismatch dane_missing dane_unusable dmarc_missing nonmail_dmarc_missing nonmail_no_null_mx tls_rpt_missing',
  ],
  ['Remove the MX record', 'null_mx_mixed'],
  [
    'Replace the record',
    'dkim_testing_only mta_sts_invalid spf_no_sender tls_rpt_invalid tls_rpt_repeated tls_rpt_unreadable',
  ],
  ['Request a review', 'bl_own threat_low threat_malicious threat_suspicious'],
  ['Request removal', 'bl_critical bl_low bl_medium'],
  ['See Blacklists', 'threat_listed'],
  ['See how the listing ends', 'bl_high'],
  ['Test again after 2026-11-20 18:00 UTC', 'relay_suspected'],
]

function publishing(type: 'TXT' | 'MX', replaces: string | null): string {
  return publishWords({ kind: 'publish', record: { name: 'example.com', type, value: '' }, replaces, builder: null })
}

describe('the action of a finding', () => {
  it('is the same in kind for every set of facts of the table', () => {
    const expected = buttons.flatMap(([label, findings]) => findings.split(' ').map(id => [id, label]))
    expect(Object.fromEntries(ids.map(id => [id, actionLabel(action(id))]))).toEqual(Object.fromEntries(expected))
  })

  it.each<[DnssecFaultCode, string | undefined, string]>([
    ['expired', undefined, 'Ask your DNS provider'],
    ['ds-without-key', undefined, 'Ask your registrar'],
    ['no-keys', undefined, 'Ask your registrar'],
    ['digest-unknown', undefined, 'Ask your registrar'],
    ['ds-digest', 'example.com', 'Ask the administrator of example.com'],
  ])('of broken DNSSEC asks who keeps what is wrong: %s, DS record in %s', (code, parent, label) => {
    const domain = 'mail.example.com'
    const broken = { zone: domain, whole: true, fault: { code } }
    const facts = { domain, broken, ...(parent !== undefined && { parent }) }
    expect(actionLabel(actionOf({ id: 'dnssec_bogus', facts }, domain))).toBe(label)
  })

  it('has a button of a few words that begins with a verb', () => {
    for (const id of ids) {
      expect(actionLabel(action(id)).length).toBeLessThanOrEqual(60)
      expect(actionLabel(action(id))).toMatch(/^(?:Ask|Add|Change|Open|Publish|Remove|Replace|Request|See|Test) /)
    }
  })

  it('changes the policy file where it cannot be spelled out, and publishes one where there is none', () => {
    const url = 'https://mta-sts.example.com/.well-known/mta-sts.txt'
    const domain = 'example.com'
    const old = { domain, mx: 'mx: mx1.example.com / 30 more such lines' }
    const labels = [
      actionOf({ id: 'mta_sts_testing', facts: { domain, url } }, domain),
      actionOf({ id: 'mta_sts_missing', facts: old }, domain),
      actionOf({ id: 'mta_sts_missing', facts: { ...old, next: null } }, domain),
    ].map(actionLabel)
    expect(labels).toEqual(['Change the policy file', 'Publish the policy file', 'Publish the policy file'])
  })

  it('publishes the record of the advice, or asks the party that can', () => {
    for (const id of ids) {
      const record = findingRows[id].publish?.(facts[id] as never) ?? null
      if (record !== null) expect(action(id)).toMatchObject({ record })
    }
  })

  it('opens the builder at the field in question', () => {
    expect(action('spf_near_limit')).toEqual({ kind: 'builder', tool: 'spf', field: 'includes' })
    expect(action('dmarc_testing')).toEqual({ kind: 'builder', tool: 'dmarc', field: 'test' })
    expect(action('dmarc_missing')).toEqual({
      kind: 'publish',
      record: {
        name: '_dmarc.example.com',
        type: 'TXT',
        value: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      },
      replaces: null,
      builder: { tool: 'dmarc', field: 'policy' },
    })
  })

  it('says which record goes, and that all others stay', () => {
    expect(publishing('TXT', null)).toBe('At your DNS provider, add this TXT record.')
    expect(publishing('TXT', 'v=spf1')).toBe(
      'At your DNS provider, replace the TXT record that begins with v=spf1 with this one. If there are several, keep only this one. Keep all other TXT records.',
    )
    expect(publishing('TXT', 'any')).toBe(
      'At your DNS provider, replace the TXT record of this host with this one. If the host has several, keep only this one.',
    )
    expect(publishing('MX', 'mail.example.com')).toBe(
      'At your DNS provider, replace the MX record that names mail.example.com with this one. Keep the other MX records.',
    )
  })

  it('names the misspelled host, or the alias, whose MX record goes', () => {
    const domain = 'example.com'
    const repairs = [{ preference: 10, host: 'mx1', meant: 'mx1.example.com' }]
    const typo = { host: 'mx1', domain, repairs }
    expect(actionOf({ id: 'mx_some_unresolvable', facts: typo }, domain)).toMatchObject({
      record: { value: '10 mx1.example.com' },
      replaces: 'mx1',
    })
    const alias = { host: 'mail.example.com', target: 'mx1.example.com', domain, preference: 10 }
    expect(actionOf({ id: 'mx_cname', facts: alias }, domain)).toMatchObject({ replaces: 'mail.example.com' })
    expect(action('spf_no_sender')).toMatchObject({ replaces: 'v=spf1' })
  })

  it('leads to the removal page of the very list, with the listed address', () => {
    expect(action('bl_critical')).toEqual({
      kind: 'delist',
      list: 'Spamhaus ZEN',
      subject: '192.0.2.1',
      url: 'https://check.spamhaus.org/',
      self: true,
    })
  })

  it('tests a suspected relay again at its time', () => {
    expect(action('relay_suspected')).toEqual({ kind: 'retry', at: '2026-11-20T18:00:00.000Z' })
  })

  it('has the whole file of an MTA-STS policy and its record, only where the file names every mail server', () => {
    expect(action('mta_sts_missing')).toMatchObject({
      url: 'https://mta-sts.example.com/.well-known/mta-sts.txt',
      text: 'version: STSv1\r\nmode: testing\r\nmx: mx1.example.com\r\nmax_age: 604800\r\n',
    })
    const cut = { domain: 'example.com', mx: 'mx: mx1.example.com / 3 more such lines' }
    expect(actionOf({ id: 'mta_sts_missing', facts: cut }, 'example.com')).toMatchObject({ text: null, record: null })
  })

  it('asks the provider of a name behind an alias, since only it can change the record', () => {
    const vendor = {
      location: 'example.com',
      name: '_dmarc.example.com',
      vendor: 'example.vendor.example',
      record: 'v=DMARC1; p=reject',
    }
    expect(actionOf({ id: 'dmarc_none', facts: vendor }, 'example.com')).toMatchObject({
      kind: 'ask',
      party: 'zone-administrator',
      name: 'example.vendor.example',
    })
  })

  it('has a message to the party that must act', () => {
    const words = wordsOf({ id: 'ptr_missing', facts: facts.ptr_missing })
    const asked = action('ptr_missing')
    if (asked.kind !== 'ask') throw new Error('it asks the provider')
    expect(requestText('example.com', words, asked)).toContain(
      'Please publish: 1.2.0.192.in-addr.arpa PTR mx1.example.com',
    )
  })

  it('sends no advice that is for the owner of the domain', () => {
    const words = wordsOf({ id: 'delegation_dead', facts: facts.delegation_dead })
    const asked = action('delegation_dead')
    if (asked.kind !== 'ask') throw new Error('it asks the DNS provider')
    expect(words.advice).toContain('at your DNS provider')
    expect(requestText('example.com', words, asked)).toMatch(
      /\n\nPlease fix this, or tell us what we must change\.\n\n/,
    )
    expect(requestText('example.com', words, asked)).not.toContain(words.advice)
    expect(requestText('example.com', words, { ...asked, party: 'threat-source' })).toContain(
      'We fixed the cause. Please review this entry.',
    )
  })
})
