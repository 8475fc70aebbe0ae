/** Access logs for the pictures: one hour of a shop in the evening, and two days of its few batch jobs. */

const pad = (number: number) => String(number).padStart(2, '0')

interface Request {
  /** Days and seconds since the begin of 26 November 2026. */
  readonly at: number
  readonly client: number
  readonly request: string
  readonly status: number
  readonly bytes: number
}

function lineOf({ at, client, request, status, bytes }: Request): string {
  const [day, second] = [Math.floor(at / 86_400), at % 86_400]
  const time = [second / 3_600, (second / 60) % 60, second % 60].map(part => pad(Math.floor(part))).join(':')
  const stamp = `${26 + day}/Nov/2026:${time} +0800`
  return `10.20.${client % 20}.${client % 251} - - [${stamp}] "${request} HTTP/1.1" ${status} ${bytes} "-" "Mozilla/5.0"`
}

/** Of 100 requests, those up to each number are of this kind. */
const kinds: readonly (readonly [
  upTo: number,
  of: (seed: number) => Pick<Request, 'request' | 'status' | 'bytes'>,
])[] = [
  [10, seed => ({ request: 'POST /api/sign-in', status: 200, bytes: 210 + (seed % 30) })],
  [
    36,
    seed => ({ request: `GET /api/goods?page=${1 + (seed % 9)}`, status: 200, bytes: 1_900 + (seed % 400) }),
  ],
  [66, seed => ({ request: `GET /api/goods/${1 + (seed % 200)}`, status: 200, bytes: 90 + (seed % 2_100) })],
  [74, seed => ({ request: 'POST /api/orders', status: 201, bytes: 60 + (seed % 20) })],
  [
    86,
    seed => ({
      request: `GET /api/search?keyword=tea${seed % 70}`,
      status: 200,
      bytes: 700 + (seed % 9_000),
    }),
  ],
  [
    92,
    seed => ({
      request: `PUT /api/customers/${1_000 + (seed % 900)}/delivery-addresses/${1 + (seed % 5)}`,
      status: 204,
      bytes: 0,
    }),
  ],
  [97, () => ({ request: 'GET /assets/app.8f3b21.js', status: 200, bytes: 182_000 })],
  [99, () => ({ request: 'GET /wp-login.php', status: 404, bytes: 150 })],
  [
    100,
    seed => ({ request: `GET /api/orders/${40_000 + (seed % 9_000)}/invoice`, status: 200, bytes: 41_000 }),
  ],
]

/** Lines of the second: more of them in the middle of the hour. */
function linesOf(second: number): string[] {
  const count = Math.round(8 + 5 * Math.sin((second / 3_600) * Math.PI) + (second % 3))
  return Array.from({ length: count }, (_, index) => {
    const seed = second * 31 + index * 17
    const of = kinds.find(([upTo]) => seed % 100 < upTo)?.[1] ?? kinds[0]?.[1]
    if (of === undefined) throw new Error('no kind of request')
    return lineOf({ at: 20 * 3_600 + second, client: seed % 997, ...of(seed) })
  })
}

/** From 20:00 to 21:00. */
export const eveningLog = (): string =>
  Array.from({ length: 3_600 }, (_, second) => linesOf(second))
    .flat()
    .join('\n')

/** A request a minute. */
export const batchLog = (): string =>
  Array.from({ length: 2 * 1_440 }, (_, minute) =>
    lineOf({
      at: minute * 60 + (minute % 7),
      client: 3,
      request: minute % 5 === 0 ? 'POST /api/settlements' : `GET /api/settlements/${minute}`,
      status: 200,
      bytes: 900,
    }),
  ).join('\n')
