/** Help for assertions. */
import type { HelpTable } from './table.ts'

export const assertionsHelp: HelpTable = {
  'Assertion.test_field': [
    '检查响应或请求的哪一部分。“文档”会先提取 PDF、Office 等文件的文字，较慢。',
    'Which part is tested. “Document” takes the text out of PDF and Office files first, which is slow.',
  ],
  'Assertion.assume_success': [
    '断言前先把样本当作成功，用于期望 4xx、5xx 状态的请求。',
    'Regards the sample as successful before testing, for requests that expect a status of 4xx or 5xx.',
  ],
  'Assertion.test_type': [
    '有多个模式时须全部符合；选“或”时符合一个即可。',
    'All patterns must match; with “Or” one is enough.',
  ],
  'Asserion.test_strings': [
    '要查找的文字或正则，每行一个，可以引用变量。',
    'Texts or regular expressions to look for; variables are allowed.',
  ],
  'Assertion.custom_message': [
    '断言不通过时显示的消息。留空由 JMeter 生成。',
    'Message of a failed assertion. Empty = that of JMeter.',
  ],
  JSON_PATH: [
    '要检查的值的位置，例如 $.code；不存在时断言不通过。',
    'Where the value is, for example $.code; the assertion fails if it does not exist.',
  ],
  JSONVALIDATION: [
    '打开时还要与期望值比较；关闭时只要求存在。',
    'On: the value is compared as well. Off: it only has to exist.',
  ],
  EXPECTED_VALUE: ['与取到的值比较，可以引用变量。', 'Compared with the value; variables are allowed.'],
  ISREGEX: [
    '期望值是正则表达式；关闭时须完全相同。',
    'The expected value is a regular expression. Off: it must be equal.',
  ],
  EXPECT_NULL: ['值为 null 时通过。', 'Passes if the value is null.'],
  INVERT: ['条件不符合时才通过。', 'Passes if the condition does not hold.'],
  JMES_PATH: ['要检查的值的位置，例如 data.code。', 'Where the value is, for example data.code.'],
  'DurationAssertion.duration': ['响应时间超过此值的请求算失败。', 'Requests that take longer fail.'],
  'SizeAssertion.size': ['与响应大小比较的字节数。', 'Bytes that the size of the response is compared with.'],
  'SizeAssertion.operator': ['响应大小与字节数应有的关系。', 'How the size has to compare with the bytes.'],
  'XPath.xpath': [
    "结果非空时通过，例如 //order[status='paid']。",
    "Passes if something matches, for example //order[status='paid'].",
  ],
  'XPath.negate': ['没有匹配时才通过。', 'Passes if nothing matches.'],
  'XPath.namespaces': ['表达式中用到的命名空间前缀。', 'Prefixes of namespaces that the expression uses.'],
  'XPath.tolerant': [
    '先把不规范的 HTML 整理成 XML 再解析，较慢。',
    'Turns irregular HTML into XML first, which is slower.',
  ],
  'XPath.quiet': ['Tidy 不输出提示。', 'Tidy prints no notes.'],
  'XPath.report_errors': ['Tidy 发现错误时断言失败。', 'Errors that Tidy finds fail the assertion.'],
  'XPath.show_warnings': ['Tidy 同时输出警告。', 'Tidy prints warnings as well.'],
  'XPath.namespace': ['解析时识别命名空间。', 'Regards namespaces when parsing.'],
  'XPath.validate': ['按文档声明的 DTD 校验。', 'Validates the document against its DTD.'],
  'XPath.whitespace': ['忽略元素之间的空白。', 'Ignores white space between elements.'],
  'XPath.download_dtds': [
    '下载文档引用的外部 DTD，会增加耗时和网络请求。',
    'Loads external DTDs of the document, which takes time and requests.',
  ],
  compareContent: [
    '同一作用范围内各响应的内容须相同。',
    'The responses in its scope must have the same content.',
  ],
  compareTime: ['各响应时间最多相差多少毫秒。', 'The most that response times may differ, in ms.'],
  stringsToSkip: [
    '比较前先替换每次都不同的部分，例如时间。',
    'Replaces parts that differ each time, such as dates, before comparing.',
  ],
  html_assertion_doctype: [
    '按哪种文档类型检查。omit 表示不要求。',
    'Document type to check against. omit = none.',
  ],
  html_assertion_format: ['响应按哪种格式解析。', 'Format in which the response is parsed.'],
  html_assertion_errorsonly: ['不计警告。', 'Warnings are not counted.'],
  html_assertion_error_threshold: ['错误数超过此值时不通过。', 'Fails with more errors than this.'],
  html_assertion_warning_threshold: ['警告数超过此值时不通过。', 'Fails with more warnings than this.'],
  html_assertion_filename: ['把检查报告写入文件。留空不写。', 'File for the report. Empty = none.'],
  'MD5HexAssertion.size': [
    '响应内容应有的 MD5，32 位十六进制。',
    'Expected MD5 of the response, 32 hex digits.',
  ],
  'SMIMEAssert.verifySignature': ['验证邮件的数字签名。', 'Verifies the digital signature of the mail.'],
  'SMIMEAssert.notSigned': ['邮件没有签名时才通过。', 'Passes if the mail is not signed.'],
  'SMIMEAssert.signerNoCheck': ['只验证签名，不检查是谁的证书。', 'Verifies the signature, whoever signed.'],
  'SMIMEAssert.signerCheckConstraints': [
    '按下面的序列号、邮箱和 DN 检查证书。',
    'Checks serial number, mail address and names below.',
  ],
  'SMIMEAssert.signerCheckByFile': [
    '证书须与下面的文件相同。',
    'The certificate must be that of the file below.',
  ],
  'SMIMEAssert.signerSerial': [
    '签名证书的序列号，十进制，或以 0x 开头的十六进制。',
    'Serial number of the certificate, decimal or hex with 0x.',
  ],
  'SMIMEAssert.signerEmail': ['签名证书中的邮箱地址。', 'Mail address in the certificate.'],
  'SMIMEAssert.issuerDn': [
    '颁发机构的名称，例如 CN=CA,O=Example。',
    'Name of the issuer, for example CN=CA,O=Example.',
  ],
  'SMIMEAssert.signerDn': ['签名者的名称。', 'Name of the signer.'],
  'SMIMEAssert.signerCertFile': ['签名者的证书文件。', 'Certificate of the signer.'],
  'SMIMEAssert.messagePosition': [
    '检查邮件取样器读到的第几封，0 为第一封。',
    'Which mail of the sample is checked; 0 is the first.',
  ],
  xmlschema_assertion_filename: [
    'XML Schema（.xsd）文件，响应须符合它。',
    'XML Schema (.xsd) that the response must satisfy.',
  ],
}
