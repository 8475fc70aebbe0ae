// The common load for k6: a variable in the URL, checks of status and body, one JSON field.

import { check } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'

export const options = {
  vus: Number(__ENV.USERS),
  duration: `${__ENV.SECONDS}s`,
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)'],
}

export default function () {
  const response = http.get(http.url`${__ENV.URL}/item?id=${exec.vu.iterationInInstance}`)
  check(response, {
    'status is 200': answer => answer.status === 200,
    'body holds the text': answer => answer.body.includes(__ENV.TEXT),
  })
  return response.json('id')
}
