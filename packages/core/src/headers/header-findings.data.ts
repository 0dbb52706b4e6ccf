/** The words and points of a finding about a header. `{domain}` and other names in braces are filled in. */
export interface FindingWords {
  points: number
  title: string
  meaning: string
  advice: string
  clause: string
}

const dmarc = 'RFC 9989 section 4.4'
const checkSender = 'Check with the sender through another channel before you follow links or open attachments.'
const checkAgain = 'Look at the line itself, and check the domain with a new message.'

/** All findings about a header. Points are positive, added, and limited to 100 in all. */
export const headerFindingWords = {
  dmarc_fail_enforced: {
    points: 40,
    title: 'DMARC failed, and the policy asks to refuse',
    meaning:
      'The receiving system reported dmarc=fail. The domain of From asks receivers to quarantine or reject such mail.',
    advice: checkSender,
    clause: 'RFC 9989 section 5.3',
  },
  dmarc_fail: {
    points: 25,
    title: 'DMARC failed',
    meaning:
      'The receiving system reported dmarc=fail. It shows no policy that asks to quarantine or reject such mail.',
    advice: checkSender,
    clause: dmarc,
  },
  composite_fail: {
    points: 25,
    title: "Microsoft's composite authentication failed",
    meaning:
      'The receiving system reported compauth=fail. Its own checks found no proof that the domain of From sent the message.',
    advice: checkSender,
    clause: 'Microsoft, Anti-spam message headers',
  },
  spf_fail: {
    points: 20,
    title: 'SPF failed without an aligned DKIM signature',
    meaning: 'The receiving system reported spf=fail and no passing DKIM signature of the organization in From.',
    advice: checkSender,
    clause: 'RFC 7208 section 8.4',
  },
  spf_softfail: {
    points: 10,
    title: 'SPF softfail without an aligned DKIM signature',
    meaning: 'The receiving system reported spf=softfail and no passing DKIM signature of the organization in From.',
    advice: checkSender,
    clause: 'RFC 7208 section 8.5',
  },
  no_authentication: {
    points: 20,
    title: 'No authentication result',
    meaning: 'No line that counts reports a result of SPF, DKIM or DMARC. Nothing supports the address in From.',
    advice: 'Check whether the whole header was copied, including the lines of the receiving system.',
    clause: 'RFC 8601 section 2.2',
  },
  not_authenticated: {
    points: 20,
    title: 'The message is not authenticated',
    meaning:
      'Where the receiving system checked SPF, DKIM or DMARC, it found nothing or an invalid signature. Nothing supports the address in From.',
    advice: checkSender,
    clause: 'RFC 8601 section 2.7',
  },
  bounce_not_authenticated: {
    points: 5,
    title: 'The bounce or automatic reply is not authenticated',
    meaning:
      'The return path is empty, so SPF checks the HELO name. Where the receiving system checked SPF, DKIM or DMARC, it found nothing or an invalid signature.',
    advice: 'Check whether you sent the message that it answers.',
    clause: 'RFC 7208 section 2.4',
  },
  from_mismatch: {
    points: 15,
    title: 'From differs from all authenticated domains',
    meaning:
      'From names {domain}. The return path belongs to another organization, and no passing DKIM signature is aligned with From.',
    advice: checkSender,
    clause: dmarc,
  },
  from_without_domain: {
    points: 15,
    title: 'From has no valid domain',
    meaning:
      'From has no address with a domain of two labels or more, so it receives no mail and DMARC cannot check it.',
    advice: checkSender,
    clause: 'RFC 5321 section 2.3.5',
  },
  dmarc_other_domain: {
    points: 15,
    title: 'DMARC passed for another domain than From',
    meaning: 'The receiving system reported dmarc=pass for {checked}. The first address in From is of {domain}.',
    advice: 'Look at all addresses and fields of From before you answer.',
    clause: 'RFC 5322 section 3.6.2',
  },
  from_conflict: {
    points: 40,
    title: 'There is more than one From, {difference}',
    meaning:
      'The header has {count} From fields. A message has one. Mail programs show one of them, and the receiver may have checked another.',
    advice: 'Look at all From fields, and trust none of them before you have asked the sender through another channel.',
    clause: 'RFC 5322 section 3.6 and RFC 6376 section 8.15',
  },
  from_domains: {
    points: 25,
    title: 'From names several domains',
    meaning: 'From has addresses of {domains}. DMARC checks one domain, and mail programs may show another.',
    advice: 'Look at all addresses and fields of From before you answer.',
    clause: 'RFC 5322 section 3.6.2 and RFC 9989 section 4.4',
  },
  field_conflict: {
    points: 20,
    title: 'A field that people read is repeated with other values',
    meaning:
      'The header repeats {fields}. A message has each once, and mail programs differ in which one they show.{signed}',
    advice: 'Look at all values of the repeated fields: another system may have added one.',
    clause: 'RFC 5322 section 3.6 and RFC 6376 section 8.15',
  },
  field_repeated: {
    points: 10,
    title: 'A field that may occur once is repeated',
    meaning: 'The header repeats {fields}. A message has each of them once.{signed}',
    advice:
      'Look at the repeated lines: another system may have added one. Send each field once if you are the sender.',
    clause: 'RFC 5322 section 3.6',
  },
  name_with_address: {
    points: 15,
    title: 'The display name shows another domain',
    meaning: 'The name in From contains an address of {shown}. The message claims to be from {domain}.',
    advice: 'Check the real address in From before you answer.',
    clause: 'RFC 5322 section 3.4',
  },
  reply_elsewhere: {
    points: 10,
    title: 'Replies go to another organization',
    meaning: 'From names {domain}. An answer would go to {reply}.',
    advice: 'Check the address in Reply-To before you answer.',
    clause: 'RFC 5322 section 3.6.2',
  },
  verdict_harmful: {
    points: 50,
    title: 'A filter reported phishing or malware',
    meaning: '{words}',
    advice: 'Keep links and attachments of this message closed.',
    clause: "The documentation of the filter's field",
  },
  verdict_certain_spam: {
    points: 40,
    title: 'A filter judged the message as spam with high confidence',
    meaning: '{words}',
    advice: checkSender,
    clause: "The documentation of the filter's field",
  },
  verdict_spam: {
    points: 25,
    title: 'A filter judged the message as spam',
    meaning: '{words}',
    advice: checkSender,
    clause: "The documentation of the filter's field",
  },
  reverse_name: {
    points: 5,
    title: 'The sending address has no valid reverse name',
    meaning: 'The receiving system reported no reverse name of the sending address that resolves back to it.',
    advice: 'Ask the operator of the sending host to publish a PTR record and its address record.',
    clause: 'RFC 8601 section 2.7.3',
  },
  arc_fail: {
    points: 5,
    title: 'The ARC chain is broken',
    meaning: 'A forwarding system reported cv=fail. Earlier results in ARC fields cannot be relied on.',
    advice: 'Ask the operator of the forwarding system which host changed the message.',
    clause: 'RFC 8617 section 4.4',
  },
  bulk_without_unsubscribe: {
    points: 3,
    title: 'Bulk mail without List-Unsubscribe',
    meaning: 'The header marks the message as bulk mail but names no address to unsubscribe.',
    advice: 'Add List-Unsubscribe if you are the sender.',
    clause: 'RFC 2369 section 3.2',
  },
  no_result_expected: {
    points: 0,
    title: 'No authentication result, which is usual here',
    meaning: 'No line reports a pass of SPF, DKIM or DMARC. {reason}',
    advice: checkAgain,
    clause: 'RFC 8601 section 1.3',
  },
  results_not_shown: {
    points: 0,
    title: 'Results of the receiver are not shown',
    meaning: 'The header shows results of other hosts only. It does not show what the receiving system found.',
    advice: 'Check whether the whole header was copied, including the lines of the receiving system.',
    clause: 'RFC 8601 section 5',
  },
  signature_unchecked: {
    points: 0,
    title: 'The DKIM signature of From was not checked',
    meaning: 'The message has a DKIM signature of the organization in From, {domain}. No line reports its result.',
    advice: 'Look at the whole message: we check its signatures when it is pasted with its body.',
    clause: 'RFC 6376 section 6.1',
  },
  dmarc_overridden: {
    points: 0,
    title: 'DMARC failed, and ARC overrode it',
    meaning: 'The receiving system reported compauth=pass with reason 130. It trusts the results of an earlier host.',
    advice: 'Check whether you expect this message from a list or a forwarding address.',
    clause: 'Microsoft, Anti-spam message headers',
  },
  results_bypassed: {
    points: 0,
    title: 'Microsoft did not judge who sent the message',
    meaning:
      'The receiving system reported compauth=none and bypassed the check. Another filter probably received the message first, so its results are unknown.',
    advice: 'Check the results of the filter that received the message first.',
    clause: 'Microsoft, Anti-spam message headers',
  },
  dmarc_fail_list: {
    points: 0,
    title: 'DMARC failed after a mailing list',
    meaning: 'The list authenticated itself, and the domain of From asks for no action. Lists often break signatures.',
    advice: 'Check whether you subscribed to this list.',
    clause: 'RFC 9989 section 7.4',
  },
  spf_forwarded: {
    points: 0,
    title: 'SPF failed, DKIM passed: probably forwarded',
    meaning:
      'The receiving system reported that SPF failed and an aligned DKIM signature passed. This is usual after forwarding.',
    advice: 'Check the delivery path if you do not expect forwarding.',
    clause: 'RFC 7208 section 11.5',
  },
  list_mail: {
    points: 0,
    title: 'Sent by a mailing list',
    meaning: 'The authenticated domain belongs to the list in List-Id. It costs no points that From differs.',
    advice: 'Check whether you subscribed to this list.',
    clause: 'RFC 9989 section 7.4',
  },
  result_unknown: {
    points: 0,
    title: 'The receiver could not check {methods}',
    meaning: 'The receiving system reported an error instead of a result. That is neither a pass nor a fail.',
    advice: checkAgain,
    clause: 'RFC 8601 section 2.7',
  },
  untrusted_results: {
    points: 0,
    title: 'Results that the receiver did not write were ignored',
    meaning:
      'These results name no host of the receiving organization, or the message had them before it arrived. A sender can write such a line.',
    advice: 'Check only results that name your own receiving host.',
    clause: 'RFC 8601 sections 5 and 7.1',
  },
  results_unnamed: {
    points: 0,
    title: 'The results do not show who wrote them',
    meaning: 'They name no server of the receiving organization, so the sender could have written them.',
    advice: 'Check them against the results in other messages that you received.',
    clause: 'RFC 8601 sections 2.2 and 7.1',
  },
  results_joined: {
    points: 0,
    title: 'Results from several fields count',
    meaning:
      'The lower ones are where the sender can write fields too. The receiver should delete those with its name.',
    advice: 'Check them against the results in other messages that you received.',
    clause: 'RFC 8601 section 5',
  },
  clock_skew: {
    points: 0,
    title: 'Clocks on the path disagree',
    meaning:
      'A hop is dated clearly before an older hop. The clock of one of these hosts is wrong, or a line was added.',
    advice: 'Look at the delivery path and ignore the delay of this hop.',
    clause: 'RFC 5321 section 4.4',
  },
  signature_length: {
    points: 0,
    title: 'A DKIM signature covers only part of the body',
    meaning: 'The signature has l=. Text added after the signed part does not break it.',
    advice: 'Remove l= from the settings of the signing host if you are the sender.',
    clause: 'RFC 6376 section 8.2',
  },
  signature_sha1: {
    points: 0,
    title: 'A DKIM signature uses SHA-1',
    meaning: 'The signature names rsa-sha1. Receivers must not accept it as valid.',
    advice: 'Change the signing host to rsa-sha256 if you are the sender.',
    clause: 'RFC 8301 section 3.1',
  },
  signature_expired: {
    points: 0,
    title: 'A DKIM signature had expired',
    meaning: 'The date in x= is before the delivery of the message. Receivers may refuse the signature.',
    advice: 'Check how long the message was on its path, and whether it was sent again.',
    clause: 'RFC 6376 section 3.5',
  },
  blank_lines: {
    points: 0,
    title: 'Empty lines in the header were skipped',
    meaning:
      'A header ends at its first empty line. This one has no From before it or is double-spaced, so we read on.',
    advice: 'Check whether a field is missing here, and use the source of the message if so.',
    clause: 'RFC 5322 section 2.1',
  },
  text_above: {
    points: 0,
    title: 'Text above the header was skipped',
    meaning: 'The text begins with a summary, a sentence or an envelope. We read the header that follows it.',
    advice: 'Check whether this is the right part, and use the source of the message alone if not.',
    clause: 'RFC 5322 section 2.1',
  },
  fields_below: {
    points: 0,
    title: 'An empty line ended the header',
    meaning:
      'Lines that look like fields follow behind it. We did not read them, because the body of a message begins there.',
    advice: 'Remove the empty line if these lines belong to the header, and analyze it again.',
    clause: 'RFC 5322 section 2.1',
  },
  one_line: {
    points: 0,
    title: 'The header has lost its line breaks',
    meaning:
      'Several fields share one line, so we cannot tell where one ends. The score says nothing about the message.',
    advice: 'Check how the header was copied, and copy it again from the source of the message.',
    clause: 'RFC 5322 section 2.2',
  },
  no_header: {
    points: 0,
    title: 'No header was recognized',
    meaning:
      'The text has no field of a message header, such as From or Received. The score says nothing about a message.',
    advice: 'Check whether the whole header was copied, from the source of the message.',
    clause: 'RFC 5322 section 3.6',
  },
  text_for_models: {
    points: 0,
    title: 'Text addresses AI models',
    meaning: 'A field that people read contains instructions to AI models. We treat it as text only.',
    advice: 'Use the message in AI tools with care.',
    clause: 'OWASP LLM01: Prompt Injection',
  },
  identity_capped: {
    points: 0,
    title: 'DMARC passes: findings about identity count less',
    meaning:
      'The domain of From authenticated the message, so findings about identity cost at most 10 points together.',
    advice: 'Keep in mind that a genuine sender can still send harmful content.',
    clause: dmarc,
  },
  domain_malicious: {
    points: 40,
    title: 'A domain is reported as malicious',
    meaning: 'Sources of threat intelligence report {subject} as malicious.',
    advice: 'Keep links and attachments of this message closed.',
    clause: 'Threat intelligence sources',
  },
  domain_suspicious: {
    points: 20,
    title: 'A domain is reported as suspicious',
    meaning: 'Sources of threat intelligence report {subject} as suspicious.',
    advice: checkSender,
    clause: 'Threat intelligence sources',
  },
  domain_low: {
    points: 0,
    title: 'A domain has a low-risk report',
    meaning: 'Few sources of threat intelligence report {subject}.',
    advice: checkSender,
    clause: 'Threat intelligence sources',
  },
  address_malicious: {
    points: 25,
    title: 'An address on the path is reported as malicious',
    meaning: 'Sources of threat intelligence report {subject} as malicious.',
    advice: checkSender,
    clause: 'Threat intelligence sources',
  },
  address_suspicious: {
    points: 12,
    title: 'An address on the path is reported as suspicious',
    meaning: 'Sources of threat intelligence report {subject} as suspicious.',
    advice: checkSender,
    clause: 'Threat intelligence sources',
  },
  address_low: {
    points: 4,
    title: 'An address on the path has a low-risk report',
    meaning: 'Few sources of threat intelligence report {subject}.',
    advice: checkSender,
    clause: 'Threat intelligence sources',
  },
} as const satisfies Record<string, FindingWords>

export type HeaderFindingId = keyof typeof headerFindingWords
