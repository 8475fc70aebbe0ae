/** Help for extractors and other post-processors. */
import type { HelpTable } from './table.ts'

export const extractorsHelp: HelpTable = {
  'Sample.scope': [
    '有重定向或内嵌资源时，请求由主样本和子样本组成。',
    'Requests with redirects or embedded resources have a main sample and sub-samples.',
  ],
  'Assertion.scope': [
    '有重定向或内嵌资源时，请求由主样本和子样本组成。',
    'Requests with redirects or embedded resources have a main sample and sub-samples.',
  ],
  'Scope.variable': [
    '处理这个变量的内容，而不是响应。',
    'The content of this variable is used in place of the response.',
  ],
  'RegexExtractor.useHeaders': [
    '在响应或请求的哪一部分中查找。',
    'Where to look: a part of the response or of the request.',
  ],
  'RegexExtractor.refname': [
    '后面写作 ${名称}；各组为 名称_g1、名称_g2。',
    'Later written as ${name}; the groups are name_g1, name_g2.',
  ],
  'RegexExtractor.regex': [
    '要取的部分用括号括起来，例如 token="(.+?)"。',
    'Put what you need in parentheses, for example token="(.+?)".',
  ],
  'RegexExtractor.template': [
    '结果由哪些组组成，一般为 $1$。留空表示整个匹配。',
    'Which groups make the result, usually $1$. Empty = the whole match.',
  ],
  'RegexExtractor.default': [
    '找不到时的值。填写容易认出的文字，例如 NOT_FOUND，便于发现问题。',
    'Value if nothing matches. A text such as NOT_FOUND is easy to recognise.',
  ],
  'RegexExtractor.default_empty_value': [
    '找不到时把变量设为空字符串，代替上面的默认值。',
    'Sets the variable to an empty text if nothing matches, in place of the default.',
  ],
  'JSONPostProcessor.referenceNames': ['与下面的表达式一一对应。', 'One for each expression below.'],
  'JSONPostProcessor.jsonPathExprs': [
    '例如 $.data.token；$..id 取所有 id。',
    'For example $.data.token; $..id takes all ids.',
  ],
  'JSONPostProcessor.defaultValues': [
    '找不到时的值，与变量名个数相同。',
    'Values if nothing matches, as many as there are names.',
  ],
  'JSONPostProcessor.compute_concat': [
    '匹配多个时，把全部值用逗号连接存入 名称_ALL。',
    'Several matches are joined by commas in name_ALL.',
  ],
  'JMESExtractor.referenceName': [
    '保存结果的变量，写作 ${名称}。',
    'Variable of the result, written as ${name}.',
  ],
  'JMESExtractor.jmesPathExpr': ['例如 data.items[0].id。', 'For example data.items[0].id.'],
  'JMESExtractor.defaultValue': ['找不到时的值。', 'Value if nothing matches.'],
  'BoundaryExtractor.useHeaders': [
    '在响应或请求的哪一部分中查找。',
    'Where to look: a part of the response or of the request.',
  ],
  'BoundaryExtractor.refname': [
    '保存结果的变量，写作 ${名称}。',
    'Variable of the result, written as ${name}.',
  ],
  'BoundaryExtractor.lboundary': [
    '要取的内容左边的文字，按原样比较，不是正则。',
    'Text to the left of what you need, compared as it is.',
  ],
  'BoundaryExtractor.rboundary': [
    '要取的内容右边的文字，按原样比较，不是正则。',
    'Text to the right of what you need, compared as it is.',
  ],
  'BoundaryExtractor.default': ['找不到时的值。', 'Value if nothing matches.'],
  'BoundaryExtractor.default_empty_value': [
    '找不到时把变量设为空字符串，代替上面的默认值。',
    'Sets the variable to an empty text if nothing matches, in place of the default.',
  ],
  'HtmlExtractor.extractor_impl': [
    '解析 HTML 的库，默认 JSOUP。',
    'Library that parses HTML, JSOUP by default.',
  ],
  'HtmlExtractor.refname': ['保存结果的变量，写作 ${名称}。', 'Variable of the result, written as ${name}.'],
  'HtmlExtractor.expr': ['例如 input[name=csrf]。', 'For example input[name=csrf].'],
  'HtmlExtractor.attribute': [
    '取元素的哪个属性，例如 value。留空取文字内容。',
    'Attribute of the element, for example value. Empty = its text.',
  ],
  'HtmlExtractor.default': ['找不到时的值。', 'Value if nothing matches.'],
  'HtmlExtractor.default_empty_value': [
    '找不到时把变量设为空字符串，代替上面的默认值。',
    'Sets the variable to an empty text if nothing matches, in place of the default.',
  ],
  'XPathExtractor2.refname': [
    '保存结果的变量，写作 ${名称}。',
    'Variable of the result, written as ${name}.',
  ],
  'XPathExtractor2.xpathQuery': ['例如 //order/@id。', 'For example //order/@id.'],
  'XPathExtractor2.namespaces': [
    '表达式中用到的命名空间前缀。',
    'Prefixes of namespaces that the expression uses.',
  ],
  'XPathExtractor2.default': ['找不到时的值。', 'Value if nothing matches.'],
  'XPathExtractor2.fragment': [
    '返回匹配节点的 XML，而不只是文字。',
    'Returns the XML of the node in place of its text.',
  ],
  'XPathExtractor.refname': ['保存结果的变量，写作 ${名称}。', 'Variable of the result, written as ${name}.'],
  'XPathExtractor.xpathQuery': ['例如 //order/@id。', 'For example //order/@id.'],
  'XPathExtractor.default': ['找不到时的值。', 'Value if nothing matches.'],
  'XPathExtractor.fragment': [
    '返回匹配节点的 XML，而不只是文字。',
    'Returns the XML of the node in place of its text.',
  ],
  'XPathExtractor.tolerant': [
    '先把不规范的 HTML 整理成 XML 再解析，较慢。',
    'Turns irregular HTML into XML first, which is slower.',
  ],
  'XPathExtractor.quiet': ['Tidy 不输出提示。', 'Tidy prints no notes.'],
  'XPathExtractor.report_errors': ['Tidy 发现错误时断言失败。', 'Errors that Tidy finds fail the sample.'],
  'XPathExtractor.show_warnings': ['Tidy 同时输出警告。', 'Tidy prints warnings as well.'],
  'XPathExtractor.namespace': ['解析时识别命名空间。', 'Regards namespaces when parsing.'],
  'XPathExtractor.validate': ['按文档声明的 DTD 校验。', 'Validates the document against its DTD.'],
  'XPathExtractor.whitespace': ['忽略元素之间的空白。', 'Ignores white space between elements.'],
  'XPathExtractor.download_dtds': [
    '下载文档引用的外部 DTD，会增加耗时和网络请求。',
    'Loads external DTDs of the document, which takes time and requests.',
  ],
  'OnError.action': ['前面的请求失败后，线程怎样继续。', 'What the thread does after a failed request.'],
}
