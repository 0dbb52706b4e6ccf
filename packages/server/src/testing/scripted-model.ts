import { AssistantFailed, type AssistantModel, type AssistantRequest } from '../ports.ts'

type Piece = { content: string } | { tool: string }

/** A model whose reply is a function of what it was asked; a thrown error ends its answer. It remembers the requests. */
export function scriptedModel(
  reply: (request: AssistantRequest) => AsyncIterable<Piece>,
): AssistantModel & { requests: AssistantRequest[] } {
  const requests: AssistantRequest[] = []
  return {
    label: 'scripted',
    requests,
    stream(request) {
      requests.push(request)
      return reply(request)
    },
  }
}

/** A reply of these pieces of text, which then fails if there is a reason. */
export async function* pieces(texts: readonly string[], reason?: AssistantFailed['reason']): AsyncGenerator<Piece> {
  for (const content of texts) yield { content }
  if (reason !== undefined) throw new AssistantFailed(reason, `the model failed: ${reason}`)
}
