/** Servers that JMeter itself can run beside its tests: the mirror and the recorder. */
import { type ElementDefinition, elementsOf } from './element.ts'
import { choice, flag, list, number, text } from './fields.ts'

export const httpServerElements: readonly ElementDefinition[] = [
  ...elementsOf('nonTest', [
    {
      testclass: 'HttpMirrorControl',
      guiclass: 'HttpMirrorControlGui',
      icon: 'http',
      zh: 'HTTP 镜像服务器',
      en: 'HTTP Mirror Server',
      items: [
        number('HttpMirrorControlGui.port', '端口', 'Port', { initial: '8081', max: 65_535 }),
        number('HttpMirrorControlGui.maxPoolSize', '最大线程数', 'Max number of threads', {
          initial: '0',
          absent: '',
        }),
        number('HttpMirrorControlGui.maxQueueSize', '队列上限', 'Max queue size', {
          initial: '25',
          absent: '',
        }),
      ],
    },
    {
      testclass: 'ProxyControl',
      guiclass: 'ProxyControlGui',
      icon: 'http',
      zh: 'HTTP(S) 测试脚本记录器',
      en: 'HTTP(S) Test Script Recorder',
      items: [
        number('ProxyControlGui.port', '端口', 'Port', { initial: '8888', max: 65_535 }),
        text('ProxyControlGui.domains', 'HTTPS 域名', 'HTTPS domains'),
        list('ProxyControlGui.include_list', '包含的 URL', 'URL patterns to include'),
        list('ProxyControlGui.exclude_list', '排除的 URL', 'URL patterns to exclude'),
        text('ProxyControlGui.content_type_include', '包含的内容类型', 'Content types to include'),
        text('ProxyControlGui.content_type_exclude', '排除的内容类型', 'Content types to exclude'),
        flag('ProxyControlGui.capture_http_headers', '记录信息头', 'Capture HTTP headers', {
          initial: 'true',
        }),
        flag('ProxyControlGui.add_assertion', '添加断言', 'Add assertions'),
        flag('ProxyControlGui.regex_match', '用正则匹配变量', 'Regex matching'),
        choice(
          'ProxyControlGui.grouping_mode',
          '分组',
          'Grouping',
          [
            ['0', '不分组', 'Do not group'],
            ['1', '组间添加分隔', 'Add separators'],
            ['2', '每组放入控制器', 'Each group in a controller'],
            ['3', '只保存每组第一个', 'First sampler of each group only'],
            ['4', '每组放入事务控制器', 'Each group in a transaction controller'],
          ],
          { type: 'int' },
        ),
        choice('ProxyControlGui.sampler_type_name', '取样器类型', 'Sampler type', [
          ['', '默认', 'Default'],
          'HttpClient4',
          'Java',
        ]),
        flag('ProxyControlGui.sampler_redirect_automatically', '自动重定向', 'Redirect automatically'),
        flag('ProxyControlGui.sampler_follow_redirects', '跟随重定向', 'Follow redirects', {
          initial: 'true',
        }),
        flag('ProxyControlGui.use_keepalive', '使用 KeepAlive', 'Use keep-alive', { initial: 'true' }),
        flag('ProxyControlGui.detect_graphql_request', '识别 GraphQL 请求', 'Detect GraphQL requests', {
          initial: 'true',
        }),
        flag('ProxyControlGui.sampler_download_images', '下载内嵌资源', 'Retrieve embedded resources'),
        choice(
          'ProxyControlGui.proxy_http_sampler_naming_mode',
          '命名方式',
          'Naming',
          [
            ['0', '前缀', 'Prefix'],
            ['1', '事务名称', 'Transaction name'],
            ['2', '后缀', 'Suffix'],
            ['3', '格式串', 'Format string'],
          ],
          { type: 'int' },
        ),
        text('ProxyControlGui.proxy_prefix_http_sampler_name', '名称前缀', 'Name prefix'),
        number(
          'ProxyControlGui.proxy_pause_http_sampler',
          '新建事务前的间隔（毫秒）',
          'New transaction after (ms)',
        ),
        text('ProxyControlGui.default_encoding', '默认编码', 'Default encoding', { absent: 'UTF-8' }),
        flag(
          'ProxyControlGui.notify_child_sl_filtered',
          '把过滤掉的取样通知监听器',
          'Notify listeners of filtered samplers',
          { absent: 'true' },
        ),
      ],
    },
  ]),
]
