import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openClickHouse } from 'criba/clickhouse'
import { afterEach, describe, expect, it } from 'vitest'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A server that answers the question for its settings as ClickHouse does, unless told otherwise, and others as it likes. */
async function listen(
  answer: (response: ServerResponse, query: string) => void,
  isOtherFromTheStart = false,
): Promise<string> {
  server = createServer((request, response) => {
    let query = ''
    request.on('data', (part: Buffer) => (query += part.toString()))
    request.on('end', () => {
      if (query.includes('system.settings') && !isOtherFromTheStart) response.end(settings)
      else answer(response, query)
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `clickhouse://u@127.0.0.1:${(server.address() as AddressInfo).port}/default.t`
}

const lines = (...rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join('\t')}\n`).join('')
const settings = lines(['name', 'value'], ['String', 'String'], ['readonly', '0'], ['max_memory_usage', '0'])

/** An answer with two columns of numbers, as to the first question, about the columns. */
const columns = lines(['a', 'b'], ['Float64', 'Float64'])

/** The answer to a question after the first. */
const later = (text: string | Buffer) => (response: ServerResponse, query: string) =>
  void response.end(query.includes('LIMIT 0') ? columns : text)

async function refusal(address: string): Promise<{ code: string; message: string }> {
  const error: unknown = await openClickHouse(address).then(
    (source) => void source.close(),
    (cause: unknown) => cause,
  )
  return error as { code: string; message: string }
}

describe('what a server says that is not ClickHouse, or is no answer of it', () => {
  const texts: readonly (readonly [what: string, text: string | Buffer, why: RegExp])[] = [
    ['a page', '<html>welcome</html>', /it ends within a line|no names and types/],
    ['a page of lines', '<html>\n<body>\n</body></html>\n', /no names and types/],
    ['nothing', '', /it is empty/],
    ['one line', 'a\n', /no names and types/],
    ['names without types', lines(['a', 'b'], ['UInt64']), /no names and types/],
    ['a number that is none', lines(['count()'], ['UInt64'], ['abc']), /whole numbers is none/],
    ['a double that is none', lines(['count()'], ['Float64'], ['']), /a cell of numbers is none/],
    ['a row that is too long', lines(['count()'], ['UInt64'], ['1', '2']), /row 1 has 2 cells/],
    ['a row that is too short', lines(['a', 'b'], ['UInt64', 'UInt64'], ['1']), /row 1 has 1 cells/],
    ['an answer that is cut', 'count()\nUInt64\n12', /ends within a line/],
    ['no row', lines(['count()'], ['UInt64']), /sent 0 rows where one of 1 was asked for/],
    ['several rows', lines(['count()'], ['UInt64'], ['1'], ['2']), /sent 2 rows/],
    ['more columns', lines(['a', 'b'], ['UInt64', 'UInt64'], ['1', '2']), /sent a row of 2/],
    ['a text for a count', lines(['count()'], ['String'], ['many']), /counts many rows/],
    ['a negative count', lines(['count()'], ['Int64'], ['-3']), /counts -3 rows/],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 10]), /no UTF-8/],
  ]

  it.each(texts)('%s is refused in one line', async (_, text, why) => {
    const { code, message } = await refusal(await listen(later(text)))
    expect(code).toBe('unreadable')
    expect(message).toMatch(why)
    expect(message).not.toContain('\n')
  })

  it.each(texts.slice(0, 5))('%s from the start is refused too', async (_, text, why) => {
    const { code, message } = await refusal(await listen((response) => void response.end(text), true))
    expect(code).toBe('unreadable')
    expect(message).toMatch(why)
  })

  it('a redirect is not followed', async () => {
    const address = await listen((response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    }, true)
    expect((await refusal(address)).message).toMatch(
      /^unreadable answer of the server: it is another page \(/,
    )
  })

  it('an error that is not of ClickHouse is said to be none', async () => {
    const address = await listen((response) => {
      response.writeHead(403).end('go away')
    }, true)
    expect((await refusal(address)).message).toMatch(/^unreadable answer of the server: it says go away \(/)
  })
})

describe('the message of a server', () => {
  it('is shown without control characters and passwords', async () => {
    const address = await listen((response) => {
      response
        .writeHead(500, { 'x-clickhouse-exception-code': '36' })
        .end(
          "Code: 36. DB::Exception: \u001b]0;title\u0007\u001b[31mboom\u202e password=s3cret, url http://me:s3cret@host/, IDENTIFIED WITH plaintext_password BY 's3cret'\n at stack",
        )
    })
    const { message } = await refusal(address)
    expect(message).toMatch(/^unreadable data: ClickHouse reports boom/)
    expect(message).not.toMatch(/[\p{Cc}\p{Bidi_Control}]|s3cret|title|stack/u)
  })

  it('is cut where it is long', async () => {
    const address = await listen((response) => {
      response.writeHead(500, { 'x-clickhouse-exception-code': '36' }).end(`Code: 36. ${'x'.repeat(5000)}`)
    })
    expect((await refusal(address)).message.length).toBeLessThan(400)
  })
})
