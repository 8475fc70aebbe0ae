/** The page that browses the calls: reads openapi.json, lists calls by module, shows their schemas, and tries them out. */

const texts = {
  zh: {
    title: '接口',
    token: '令牌',
    asAdministrator: '以管理员身份',
    language: '语言',
    document: 'OpenAPI 文档',
    search: '搜索接口',
    input: '参数',
    output: '返回数据',
    tryIt: '试一试',
    send: '发送',
    field: '字段',
    type: '类型',
    rule: '约束',
    none: '无',
    choose: '请从左侧选择接口',
    answer: '应答',
    failed: '接口文档加载失败，请刷新重试',
    loading: '加载中……',
    saved: '已保存文件',
    json: 'JSON',
  },
  en: {
    title: 'API',
    token: 'Token',
    asAdministrator: 'As administrator',
    language: 'Language',
    document: 'OpenAPI document',
    search: 'Search calls',
    input: 'Fields',
    output: 'Data of the answer',
    tryIt: 'Try it',
    send: 'Send',
    field: 'Field',
    type: 'Type',
    rule: 'Rule',
    none: 'None',
    choose: 'Choose a call on the left',
    answer: 'Answer',
    failed: 'The document could not be loaded, reload the page',
    loading: 'Loading …',
    saved: 'Saved as a file',
    json: 'JSON',
  },
}

const byId = id => document.getElementById(id)
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
    else if (key === 'style') made.style.setProperty('--depth', value)
    else made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

let language =
  new URLSearchParams(location.search).get('language') === 'en'
    ? 'en'
    : navigator.language.startsWith('zh')
      ? 'zh'
      : 'en'
let api
const t = key => texts[language][key]

const resolve = schema => {
  let found = schema
  while (found?.$ref) found = api.components.schemas[found.$ref.split('/').at(-1)]
  return found ?? {}
}

/** In words, e.g. `string`, `User[]`, `"a" | "b"`. */
function typeOf(schema, depth = 0) {
  if (schema?.$ref) return schema.$ref.split('/').at(-1)
  if (!schema || depth > 3) return '…'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(choice => typeOf(choice, depth + 1)))].join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items, depth + 1)}[]`
  return schema.type ?? 'any'
}

const ruleOf = schema =>
  ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'default']
    .filter(name => schema[name] !== undefined && Math.abs(schema[name]) !== Number.MAX_SAFE_INTEGER)
    .filter(name => name !== 'pattern' || schema.format === undefined)
    .map(
      name =>
        `${name} ${typeof schema[name] === 'string' && name !== 'default' ? schema[name] : JSON.stringify(schema[name])}`,
    )
    .join(', ')

/** Rows of a schema, objects unfolded. */
function rowsOf(schema, { depth = 0, seen = [] } = {}) {
  const object = schema?.$ref ? resolve(schema) : schema
  const inner = object?.type === 'array' ? object.items : object
  const target = inner?.$ref ? resolve(inner) : inner
  const name = inner?.$ref ?? schema?.$ref
  if (!target?.properties || depth > 4 || (name && seen.includes(name))) return []
  return Object.entries(target.properties).flatMap(([field, property]) => [
    element(
      'tr',
      {},
      element(
        'td',
        { style: depth },
        element('code', target.required?.includes(field) ? { class: 'required' } : {}, field),
      ),
      element('td', {}, typeOf(property)),
      element('td', { class: 'muted' }, ruleOf(property)),
    ),
    ...rowsOf(property, { depth: depth + 1, seen: name ? [...seen, name] : seen }),
  ])
}

function schemaTable(schema) {
  const rows = rowsOf(schema)
  if (rows.length === 0)
    return element(
      'p',
      { class: 'muted' },
      schema && typeOf(schema) !== 'object' ? typeOf(schema) : t('none'),
    )
  const heads = ['field', 'type', 'rule'].map(key => element('th', {}, t(key)))
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
  )
}

const isText = schema => {
  const found = resolve(schema)
  const choices = found.anyOf ?? found.oneOf
  return found.type === 'string' || typeof found.const === 'string' || (choices?.every(isText) ?? false)
}

function tryForm(path, schema, isUpload) {
  const result = element('div')
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isFile = property.format === 'binary'
    const start =
      property.default === undefined
        ? ''
        : isText(property)
          ? property.default
          : JSON.stringify(property.default)
    const control = isFile
      ? element('input', { type: 'file', name, id: `field-${name}` })
      : element(
          'textarea',
          { name, id: `field-${name}`, rows: 1, placeholder: isText(property) ? '' : t('json') },
          start,
        )
    const label = element(
      'label',
      { for: `field-${name}`, ...(schema.required?.includes(name) ? { class: 'required' } : {}) },
      name,
    )
    return { name, control, label, isFile }
  })
  const send = async event => {
    event.preventDefault()
    const body = isUpload ? new FormData() : new URLSearchParams()
    for (const { name, control, isFile } of fields) {
      if (!isFile && control.value !== '') body.set(name, control.value)
      if (isFile && control.files[0]) body.set(name, control.files[0])
    }
    const headers = { 'accept-language': language }
    if (byId('token').value) headers.token = byId('token').value
    if (byId('administrator').checked) headers['is-admin'] = 'true'
    try {
      const response = await fetch(`${api.servers[0].url}${path}`, { method: 'POST', headers, body })
      if (response.headers.get('content-disposition')) return await saveFile(response, result)
      const answer = await response.json()
      if (path === '/auth/login' && answer.data?.token) byId('token').value = answer.data.token
      const isPicture = typeof answer.data?.svg === 'string'
      result.replaceChildren(
        ...(isPicture
          ? [element('img', { alt: '', src: `data:image/svg+xml,${encodeURIComponent(answer.data.svg)}` })]
          : []),
        element('pre', answer.status === 200 ? {} : { class: 'failed' }, JSON.stringify(answer, null, 2)),
      )
    } catch (cause) {
      result.replaceChildren(element('pre', { class: 'failed' }, String(cause)))
    }
  }
  return element(
    'div',
    {},
    element(
      'form',
      { class: 'try', onsubmit: send },
      ...fields.flatMap(({ label, control }) => [label, control]),
      element('div', { class: 'send' }, element('button', {}, t('send'))),
    ),
    result,
  )
}

async function saveFile(response, result) {
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.*)$/.exec(response.headers.get('content-disposition'))?.[1] ?? 'file',
  )
  const link = element('a', { href: URL.createObjectURL(await response.blob()), download: name })
  link.click()
  result.replaceChildren(element('p', {}, `${t('saved')}: ${name}`))
}

function showCall() {
  const key = decodeURIComponent(location.hash.slice(1))
  const [path, item] = Object.entries(api.paths).find(([, { post }]) => post.operationId === key) ?? []
  for (const link of document.querySelectorAll('#calls a')) {
    if (link.hash === location.hash) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (!item)
    return byId('call').replaceChildren(
      element('p', { class: 'muted' }, t('choose')),
      element('p', {}, api.info.description),
    )
  const { post } = item
  const [[kind, { schema }]] = Object.entries(post.requestBody.content)
  const answer = post.responses[200].content['application/json']?.schema.oneOf[0].properties.data
  byId('call').replaceChildren(
    element('h2', {}, post.summary),
    element('p', {}, element('code', {}, `POST ${api.servers[0].url}${path}`)),
    ...post.description.split('\n\n').map(line => element('p', { class: 'muted' }, line)),
    element('h3', {}, t('input')),
    schemaTable(schema),
    element('h3', {}, t('output')),
    answer ? schemaTable(answer) : element('p', { class: 'muted' }, post.responses[200].description),
    element('h3', {}, t('tryIt')),
    tryForm(path, resolve(schema), kind.startsWith('multipart')),
  )
}

function listCalls() {
  const wanted = byId('search').value.trim().toLowerCase()
  const items = []
  let module = ''
  for (const [path, { post }] of Object.entries(api.paths)) {
    if (!`${path} ${post.summary}`.toLowerCase().includes(wanted)) continue
    if (post.tags[0] !== module) items.push(element('li', { class: 'module' }, post.tags[0]))
    module = post.tags[0]
    items.push(
      element(
        'li',
        {},
        element('a', { href: `#${post.operationId}` }, path, element('small', {}, post.summary)),
      ),
    )
  }
  byId('calls').replaceChildren(...items)
}

async function load() {
  document.documentElement.lang = language
  byId('language').value = language
  byId('search').placeholder = t('search')
  byId('search').setAttribute('aria-label', t('search'))
  for (const place of document.querySelectorAll('[data-text]')) place.textContent = t(place.dataset.text)
  byId('call').replaceChildren(element('p', { class: 'muted' }, t('loading')))
  try {
    api = await (await fetch(`openapi.json?language=${language}`)).json()
    listCalls()
    showCall()
  } catch {
    byId('call').replaceChildren(element('p', {}, t('failed')))
  }
}

byId('search').addEventListener('input', listCalls)
byId('language').addEventListener('change', event => {
  language = event.target.value
  void load()
})
addEventListener('hashchange', showCall)
void load()
