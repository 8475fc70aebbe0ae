/** One connection for one piece of set-up work, closed whatever happens. */
import pg from 'pg'

const connectTimeoutMs = 5_000

export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: connectTimeoutMs, ...config })
  // Without a listener a connection that breaks would end the process; the query under way gets the error too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
