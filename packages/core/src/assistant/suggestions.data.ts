/** The suggestions of the chat (specification 2, section 2). */
export const suggestions: readonly string[] = [
  'Is my domain secure?',
  'What domains need attention?',
  'Explain DMARC policy',
  'Check blacklist status',
  'How do I improve deliverability?',
]
