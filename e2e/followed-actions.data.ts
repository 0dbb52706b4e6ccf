/**
 * Every finding of the demo's world with the kind of its action, each once, by the domain whose report it is followed
 * from. `actions.spec.ts` follows them in a browser; it and the demo's own test fail when the world has one more.
 */
export const followedActions: Readonly<Record<string, readonly string[]>> = {
  'astray.example': [
    'dkim_not_found_sure:ask',
    'dmarc_missing:publish',
    'mx_all_unresolvable:ask',
    'ptr_missing:ask',
    'spf_include_bogus:ask',
  ],
  'bare.example': ['dmarc_missing:builder', 'mx_missing:edit', 'spf_missing:builder'],
  'bogus.example': ['caa_missing:edit', 'dnssec_bogus:ask'],
  'everyone.example': ['dmarc_none:publish', 'spf_plus_all:publish'],
  'hosted.example': ['bl_shared:ask'],
  'hostile.example': ['txt_for_models:edit'],
  'keys.example': [
    'dkim_broken_beside:edit',
    'dkim_dangling:ask',
    'dkim_weak_beside:ask',
    'mx_certificate_untrusted:ask',
    'tls_outdated:ask',
  ],
  'listed.example': ['bl_critical:delist', 'bl_high:delist', 'dkim_weak:ask', 'relay_open:ask', 'threat_listed:see'],
  'marketing.example': ['dmarc_testing:publish', 'spf_near_limit:builder'],
  'neglected.example': [
    'dmarc_rua_missing:publish',
    'dmarc_sp_weaker:publish',
    'mx_cname:publish',
    'mx_some_unresolvable:edit',
    'spf_neutral:publish',
    'spf_ptr:builder',
  ],
  'nothing.example': ['domain_not_found:ask'],
  'pasted.example': [
    'delegation_lame:ask',
    'dkim_not_found_sure:publish',
    'dmarc_invalid:publish',
    'spf_missing:publish',
  ],
  'relaying.example': ['dkim_revoked_only:ask', 'relay_suspected:retry'],
  'retired.example': ['nonmail_dmarc_quarantine:publish', 'nonmail_no_null_mx:publish'],
  'shop.example': ['bimi_missing:edit', 'dkim_not_found_unguessable:selector'],
  'toomany.example': ['spf_permerror:builder'],
  'twospf.example': ['dnssec_unsigned:ask', 'spf_permerror:publish'],
  'unheard.example': ['dmarc_rua_unauthorised:ask'],
  'wildcard.example': ['dkim_not_found_unsure:edit', 'mta_sts_missing:serve'],
  'young.example': ['spf_softfail_unenforced:builder', 'tls_rpt_missing:publish'],
}
