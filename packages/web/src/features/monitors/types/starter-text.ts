/** What a new type begins with: a small one that reads JSON over HTTP. */

export const starterText = `name: my-service
category: custom
names: { zh: 我的服务, en: My service }
triedOn: []
transport: http
params:
  - { key: host, type: address, names: { zh: 主机, en: Host }, required: true }
  - { key: port, type: number, names: { zh: 端口, en: Port }, default: 80, required: true }
sections:
  - key: stats
    names: { zh: 统计, en: Statistics }
    answersAvailability: true
    request:
      path: /stats
      answer: { format: json, fields: { requests: requests } }
    counters:
      - key: requests
        kind: counter
        unit: count
        names: { zh: 请求, en: Requests }
        help: { zh: 收到的请求, en: Requests that were received }
charts:
  - { key: requests, names: { zh: 请求速率, en: Request rate }, style: line, unit: count/s, counters: [stats.requests] }
`
