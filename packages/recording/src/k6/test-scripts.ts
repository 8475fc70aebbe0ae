/** Scripts as the documentation of k6 and har-to-k6 write them. */

export const shop = `import http from 'k6/http'
import { check, group, sleep, fail } from 'k6'
import { SharedArray } from 'k6/data'
import { randomIntBetween, uuidv4 } from 'https://jslib.k6.io/k6-utils/1.4.0/index.js'

const BASE_URL = __ENV.BASE_URL || 'https://shop.example'
const users = new SharedArray('users', () => JSON.parse(open('./data/users.json')))

export const options = {
  stages: [
    { duration: '30s', target: 20 },
    { duration: '1m30s', target: 20 },
    { duration: '20s', target: 0 },
  ],
  thresholds: {
    http_req_duration: ['p(95)<500', { threshold: 'p(99) < 1500', abortOnFail: true }],
    http_req_failed: ['rate<0.01'],
    checks: ['rate>0.9'],
  },
  userAgent: 'MyK6UserAgent/1.0',
}

export function setup() {
  const res = http.post(\`\${BASE_URL}/api/login\`, JSON.stringify({ username: 'alice', password: '12345678' }), {
    headers: { 'Content-Type': 'application/json' },
  })
  const token = res.json('token')
  check(token, { 'signed in': () => token !== '' })
  return { token }
}

export default function (data) {
  const params = {
    headers: { Authorization: \`Bearer \${data.token}\`, 'X-Request-Id': uuidv4() },
    tags: { name: 'ratings' },
    timeout: '20s',
  }
  group('Ratings', () => {
    const created = http.post(BASE_URL + '/api/ratings', JSON.stringify({ stars: 2, at: Date.now() }), params)
    check(created, {
      created: r => r.status === 201,
      fast: r => r.timings.duration < 500,
      'has id': r => r.json('id') !== undefined && r.body.includes('stars'),
      'odd number of items': r => r.json().list.length % 2 === 1,
    })
    const id = created.json('id')
    for (let i = 0; i < 3; i++) {
      http.put(\`\${BASE_URL}/api/ratings/\${id}\`, JSON.stringify({ stars: 5, note: '{{x}} \${y}' }), params)
      sleep(randomIntBetween(1, 3))
    }
    if (created.status !== 201) {
      fail('not created')
    }
    http.del(\`\${BASE_URL}/api/ratings?user=\${users[0].name}\`)
  })
  const responses = http.batch([
    ['GET', \`\${BASE_URL}/a\`, null, { redirects: 0 }],
    { method: 'GET', url: 'https://other.example/b' },
  ])
  check(responses[0], { ok: r => r.status == 200 || r.status == 204 })
  http.post(\`\${BASE_URL}/form\`, { name: 'Bert', file: http.file(open('./a.png', 'b'), 'a.png', 'image/png') })
  sleep(1)
}

export function teardown() {
  http.get('https://shop.example/end')
}
`

/** Written by har-to-k6 0.14.16 of a recording with variables and checks. */
export const fromHar = `// Creator: x 1

import { sleep, check, group } from 'k6'
import http from 'k6/http'

import { URL } from 'https://jslib.k6.io/url/1.0.0/index.js'
import jsonpath from 'https://jslib.k6.io/jsonpath/1.0.2/index.js'

export const options = { vus: 5, duration: '30s' }

export default function main() {
  let address, match, response

  const vars = {}

  group('group_0 - Group 0', function () {
    // sign in
    response = http.post('http://127.0.0.1:9911/api/sign-in', '{"a":1}', {
      headers: {
        'Content-Type': 'application/json',
      },
    })
    check(response, {
      'user.name equals Batman': response =>
        jsonpath.query(response.json(), 'user.name').some(value => value === 'Batman'),
      'body contains Hello world': response => response.body.includes('Hello world'),
      'status equals 200': response => response.status.toString() === '200',
      'body matches /[0-9]+(s{1})?%/': response => {
        const expr = new RegExp('[0-9]+(\\\\s{1})?%')
        return expr.test(response.body)
      },
      '$.token exists': response => jsonpath.query(response.json(), '$.token').length > 0,
      'body starts with <!': response => response.body.startsWith('<!'),
    })

    vars['token'] = jsonpath.query(response.json(), '$.token')[0]

    match = new RegExp('name="csrf" value="([^"]+)"').exec(response.body)

    vars['csrf'] = match ? match[1] || match[0] : null

    vars['href'] = response.html().find('a.next').first().attr('href')

    address = new URL(\`http://127.0.0.1:9911/api/x/\${vars['token']}\`)
    address.searchParams.append('csrf', \`\${vars['csrf']}\`)
    address.searchParams.append('plain', 'a b')
    response = http.get(address.toString(), {
      headers: {
        'X-Csrf': \`Bearer \${vars['token']}\`,
      },
    })

    response = http.post(
      'http://127.0.0.1:9911/form',
      {
        csrf: \`\${vars['csrf']}\`,
        b: 'x y',
      },
      {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
        },
      }
    )

    address = new URL(\`\${vars['href']}\`)

    if (!address.protocol) {
      address.protocol = 'https'
    }

    response = http.get(address.toString())
  })

  // Automatically added sleep
  sleep(1)
}
`
