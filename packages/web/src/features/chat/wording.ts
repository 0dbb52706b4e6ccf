/** The texts of the chat that the specification quotes. */
export const chatTexts = {
  title: 'AI Security Assistant',
  clear: 'Clear History',
  sendFailed: 'Failed to get AI response',
  clearFailed: 'Failed to clear chat history',
  suggestions: [
    'Is my domain secure?',
    'What domains need attention?',
    'Explain DMARC policy',
    'Check blacklist status',
    'How do I improve deliverability?',
  ],
} as const
