/** Texts of the search over requests and responses, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const searchMessages = {
  'component.dock.search': text('搜索', 'Search'),
  'component.search.label': text('搜索全部请求和响应', 'Search all requests and responses'),
  'component.search.case': text('区分大小写', 'Match case'),
  'component.search.regex': text('正则表达式', 'Regular expression'),
  'component.search.scope': text('搜索范围', 'Search in'),
  'component.search.all': text('请求和响应', 'Requests and responses'),
  'component.search.requests': text('仅请求', 'Requests only'),
  'component.search.responses': text('仅响应', 'Responses only'),
  'component.search.previous': text('上一处（Shift+F3）', 'Previous match (Shift+F3)'),
  'component.search.next': text('下一处（F3）', 'Next match (F3)'),
  'component.search.hits': text('搜索结果', 'Search results'),
  'component.search.hint': text(
    '在地址、头、请求体、响应体、WebSocket 消息和 SQL 结果中搜索。回车跳到下一处，Shift+回车跳到上一处。',
    'Searches addresses, headers, request and response bodies, WebSocket messages and SQL results. Press Enter for the next match, Shift+Enter for the previous one.',
  ),
  'component.search.noRun': text(
    '还没有可搜索的内容，请先独立执行。',
    'Nothing to search yet. Run the component first.',
  ),
  'component.search.count.requests': text(
    '共 {{hits}} 处，分布在 {{found}} 个请求中（共 {{all}} 个请求）',
    'Matches: {{hits}}, in {{found}} of {{all}} requests',
  ),
  'component.search.count.responses': text(
    '共 {{hits}} 处，分布在 {{found}} 个响应中（共 {{all}} 个响应）',
    'Matches: {{hits}}, in {{found}} of {{all}} responses',
  ),
  'component.search.at.requests': text(
    '第 {{at}} 处，共 {{hits}} 处，分布在 {{found}} 个请求中（共 {{all}} 个请求）',
    'Match {{at}} of {{hits}}, in {{found}} of {{all}} requests',
  ),
  'component.search.at.responses': text(
    '第 {{at}} 处，共 {{hits}} 处，分布在 {{found}} 个响应中（共 {{all}} 个响应）',
    'Match {{at}} of {{hits}}, in {{found}} of {{all}} responses',
  ),
  'component.search.listed': text(
    '只列出前 {{count}} 处，请缩小搜索范围。',
    'Only the first {{count}} matches are listed. Refine the search.',
  ),
  'component.search.searching': text('正在搜索…', 'Searching…'),
  'component.search.none': text('没有找到', 'No matches'),
  'component.search.bad': text(
    '正则表达式无效，请检查括号、量词和反斜杠。',
    'Invalid regular expression. Check brackets, quantifiers and backslashes.',
  ),
  'component.search.slow': text(
    '正则表达式耗时过长，搜索已停止，请简化表达式。',
    'The regular expression takes too long; the search was stopped. Simplify the expression.',
  ),
  'component.search.place.address': text('请求地址', 'Request address'),
  'component.search.place.request.header': text('请求头 {{name}}', 'Request header {{name}}'),
  'component.search.place.response.header': text('响应头 {{name}}', 'Response header {{name}}'),
  'component.search.place.request.body': text(
    '请求体 {{line}}:{{column}}',
    'Request body {{line}}:{{column}}',
  ),
  'component.search.place.response.body': text(
    '响应体 {{line}}:{{column}}',
    'Response body {{line}}:{{column}}',
  ),
  'component.search.place.row': text('{{title}} 第 {{row}} 行 {{name}}', '{{title}}, row {{row}}, {{name}}'),
  'component.search.place.columns': text('{{title}} 列名', '{{title}}, column names'),
  'component.search.source': text('查找来源', 'Find source'),
  'component.search.sourceHelp': text(
    '在全部响应中查找这个值，跳到第一个包含它的响应',
    'Searches all responses for this value and opens the first response that contains it',
  ),
  'component.search.sourceOf': text('查找来源：{{name}}', 'Find source: {{name}}'),
  'component.search.sourceHint': text(
    '点击一个值，或选中一段文本，即可查找它来自哪个响应。',
    'Click a value, or select text, to find the response that it comes from.',
  ),
  'component.search.noSource': text(
    '此值无法查找：可能太短、太长，或是已隐藏的敏感内容。',
    'This value cannot be searched: it is too short, too long, or a hidden secret.',
  ),
} as const
