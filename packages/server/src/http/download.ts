import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file as a user saves it. */
export interface Download {
  /** With its extension: ASCII letters, digits, `_`, `-` and dots. */
  name: string
  type: 'application/pdf' | 'application/json' | 'text/csv; charset=utf-8'
  content: Uint8Array
}

/** Sends a file that the browser saves under its name, and that no cache keeps. */
export function download(reply: FastifyReply, { name, type, content }: Download): FastifyReply {
  return asDownload(reply, name, type).send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

/** The same with JSON that is made while it is sent, at the speed of the client. A failure in the middle breaks the connection. */
export function downloadStream(reply: FastifyReply, name: string, pieces: AsyncIterable<string>): FastifyReply {
  return asDownload(reply, name, 'application/json').send(Readable.from(pieces, { objectMode: false }))
}

function asDownload(reply: FastifyReply, name: string, type: string): FastifyReply {
  if (!/^[\w.-]+$/.test(name)) throw new Error('the name of a download would need quoting')
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
}
