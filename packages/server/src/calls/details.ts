/** Texts for an error's parameter `detail` that is one of these keys; any other detail is shown unchanged. */

import { maxMonitorImportRows } from '@pone/contract/entities/monitor.ts'
import { hostProblemTexts } from '@pone/contract/host-problems.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { maxImportRows } from '@pone/schema/limits.ts'

export const details: Readonly<Record<string, Bilingual>> = {
  ...hostProblemTexts,
  notSpreadsheet: {
    zh: '不是有效的 Excel 文件（.xlsx），请用下载的模板填写',
    en: 'this is not a usable Excel file (.xlsx); fill in the downloaded template',
  },
  tooMuchContent: {
    zh: '文件内容过多，请分成几个文件',
    en: 'it holds too much; split it into several files',
  },
  wrongTemplate: {
    zh: '第一行没有“账号”和“姓名”列，请用下载的模板填写',
    en: 'the first row lacks the columns “Account” and “Real name”; fill in the downloaded template',
  },
  monitorFileUnknown: {
    zh: '这不是监控的导出文件，请选择从监控页面导出的 JSON、CSV 或 Excel 文件',
    en: 'this is not an exported file of monitors; choose a JSON, CSV or Excel file that the page of monitors exported',
  },
  tooManyMonitors: {
    zh: `一次最多导入 ${maxMonitorImportRows} 个监控`,
    en: `at most ${maxMonitorImportRows} monitors can be imported at once`,
  },
  noRows: { zh: '除表头外没有内容', en: 'there is nothing below the heading' },
  tooManyRows: {
    zh: `一次最多导入 ${maxImportRows} 行`,
    en: `at most ${maxImportRows} rows can be imported at once`,
  },
  notText: {
    zh: '文件不是文本，请上传 csv、dat 或 txt 文本文件',
    en: 'it is not text; upload a csv, dat or txt text file',
  },
  resultsNoRows: { zh: '其中没有任何可用的样本', en: 'it holds no sample that can be used' },
  resultsUnknown: {
    zh: '不是 JMeter 的结果文件（CSV 或 XML 格式的 JTL）',
    en: 'these are no results of JMeter (JTL as CSV or XML)',
  },
  resultsEncoding: {
    zh: '编码不支持，请另存为 UTF-8',
    en: 'its encoding is not supported; save it as UTF-8',
  },
  resultsAllSkipped: {
    zh: '每一行都无法识别：请检查分隔符、时间格式和数字格式（响应时间应为整数毫秒）',
    en: 'not one of its lines can be read: check the separator, the times and the numbers (response times are whole milliseconds)',
  },
  resultsArchiveDamaged: {
    zh: '压缩文件已损坏、被加密或不完整',
    en: 'the archive is damaged, encrypted or cut off',
  },
  resultsManyFiles: {
    zh: '压缩包中应只有一个结果文件',
    en: 'the archive must hold one results file and nothing else',
  },
  resultsUnpackTooLarge: {
    zh: '解压后超过 20 GiB，请拆分文件',
    en: 'unpacked it is larger than 20 GiB; split the file',
  },
  resultsTooLong: {
    zh: '样本的时间跨度超过 7 天，请检查压力机的时钟或拆分文件',
    en: 'its samples span more than 7 days; check the clocks of the load machines or split the file',
  },
  resultsInNoOrder: {
    zh: '样本未按时间排列且时间过长，请先按 timeStamp 排序',
    en: 'its samples are in no order of time over too long a span; sort them by timeStamp first',
  },
  licenceDamaged: {
    zh: '许可证文件已损坏或被修改，请重新获取',
    en: 'the licence file is damaged or was changed; get it again',
  },
  licenceWrongSignature: {
    zh: '许可证文件不是由受信任的密钥签发，请检查服务器上的许可证公钥',
    en: 'the licence file was not signed with a trusted key; check the public licence keys of the server',
  },
  kubeconfigMissing: { zh: '请粘贴 kubeconfig', en: 'paste a kubeconfig' },
  kubeconfigUnreadable: {
    zh: '不是有效的 kubeconfig',
    en: 'this is not a usable kubeconfig',
  },
  kubeconfigReachesOut: {
    zh: 'kubeconfig 不能引用文件或程序（exec、auth-provider、证书文件等），请把证书或令牌直接写在其中',
    en: 'a kubeconfig may not name files or programs (exec, auth-provider, certificate files); put certificates or a token into it',
  },
  notTable: {
    zh: '不是参数表：txt 文件应每行列数相同（逗号、分号、制表符或竖线分隔），或每行一个不含空格的值；请上传 csv 或 dat 文件',
    en: 'it is no table of parameters: in a txt file every line has the same columns (separated by comma, semicolon, tab or bar) or one value without blanks; upload a csv or dat file',
  },
  otherContent: {
    zh: '内容与扩展名不符，请检查文件或修改扩展名',
    en: 'its content is not what its name says; check the file or give it another ending',
  },
  hostUserMissing: {
    zh: '请填写登录主机的账号',
    en: 'enter the account that signs in to the host',
  },
  hostSecretMissing: {
    zh: '请填写登录主机的密码或私钥，不能为空',
    en: 'enter the password or the private key that signs in to the host; it cannot be empty',
  },
  notPicture: {
    zh: '不是 PNG、JPEG 或 WebP 图片，或图片已损坏；SVG 等格式请先转换',
    en: 'it is no PNG, JPEG or WebP picture, or it is damaged; convert SVG and others first',
  },
  pictureTooLarge: {
    zh: '图片的边长超过 8192 像素，请缩小后再上传',
    en: 'a side of the picture is longer than 8192 pixels; make it smaller',
  },
  emptyFile: { zh: '文件没有内容', en: 'the file is empty' },
  notCertificate: {
    zh: '文件不是证书或密钥，请上传 cer、crt、pem、key、p12 或 pfx 文件',
    en: 'it is no certificate or key; upload a cer, crt, pem, key, p12 or pfx file',
  },
  jarDamaged: {
    zh: '不是完整的 jar（zip）文件，可能在传输中损坏',
    en: 'it is not a whole jar (zip) file, perhaps damaged on its way',
  },
  jarLeavesFolder: {
    zh: 'jar 中的路径或链接指向解压目录之外，出于安全考虑不予接受',
    en: 'a path or link in the jar leads out of the folder it is unpacked to; for safety it is refused',
  },
  jarTooLarge: {
    zh: 'jar 解压后过大或文件过多，出于安全考虑不予接受',
    en: 'unpacked the jar is too large or holds too many files; for safety it is refused',
  },
  notKeyStore: {
    zh: '文件不是密钥库（JKS、JCEKS 或 PKCS #12）',
    en: 'it is no key store (JKS, JCEKS or PKCS #12)',
  },
  fileNameUnusable: {
    zh: '文件名不能用于压力机，请改名后再上传',
    en: 'a file of this name cannot be put on a load machine; rename it',
  },
  secretTwice: {
    zh: '两个保密变量同名，请修改其中一个的名称',
    en: 'two secret variables have the same name; rename one of them',
  },
  secretTooLong: {
    zh: '保密变量的值、密码或令牌过长',
    en: 'the value of a secret variable, a password or a token is too long',
  },
  credentialUnknown: {
    zh: '组件中的圆点（••••••••）代表已保存的密码或令牌，但这里没有对应的值，请重新输入，或改为引用变量，如 ${password}',
    en: 'the dots (••••••••) stand for a stored password or token, and none is stored for this place; type it again, or name a variable such as ${password}',
  },
  otherEncoding: {
    zh: '文件不是所选的编码，请换一种编码',
    en: 'the file is not in the chosen encoding; choose the other one',
  },
  optionsMissing: { zh: '请填写选项，用 ; 分隔', en: 'enter the options, separated by ;' },
  notAnOption: { zh: '不在选项之中', en: 'is not one of the options' },
  notANumber: { zh: '不是数字', en: 'is not a number' },
  notADate: { zh: '不是日期（年-月-日）', en: 'is not a date (year-month-day)' },
  confirmationWrong: { zh: '请准确输入项目编号以确认', en: 'type the project code exactly to confirm' },
  unstorableText: {
    zh: '含有无法保存的字符（空字符或不完整的字符），请删除',
    en: 'this holds characters that cannot be stored (NUL or half a character); remove them',
  },
  tooDeep: { zh: '内容嵌套过深', en: 'it is nested too deeply' },
  brokenUpload: {
    zh: '上传内容不完整或格式不正确，请重新上传一个文件',
    en: 'the upload is incomplete or damaged; upload one file again',
  },
  fileNameTooLong: {
    zh: '文件名最多 128 个字符，请改名后再上传',
    en: 'file names have at most 128 characters; rename the file',
  },
  bytesMissing: {
    zh: '请求内容应为 application/octet-stream',
    en: 'the body must be application/octet-stream',
  },
  uploadNotTaken: { zh: '该接口不接收文件', en: 'this call takes no file' },
  pieceBeyondEnd: { zh: '内容超出文件的大小', en: 'the piece goes beyond the end of the file' },
  notJson: { zh: '请求内容应为 JSON 对象', en: 'the body must be a JSON object' },
  pastInstant: { zh: '时间已过，请选择将来的时间', en: 'the time has passed; choose one in the future' },
  notCron: {
    zh: '不是五段的 cron 表达式（分 时 日 月 周）',
    en: 'this is no cron expression of five fields (minute, hour, day, month, day of week)',
  },
  unknownZone: { zh: '未知的时区', en: 'the time zone is unknown' },
  neverDue: { zh: '在结束日期之前没有一次执行', en: 'nothing is due before its end' },
  packageNotArchive: {
    zh: '文件不是完整的压缩包（tar.gz、zip 或 jar），可能在传输中损坏，请重新获取后上传',
    en: 'it is not a whole archive (tar.gz, zip or jar), perhaps damaged on its way; get it again and upload it',
  },
  packageLeavesFolder: {
    zh: '压缩包中的路径或链接指向解压目录之外，出于安全考虑不予接受',
    en: 'a path or link in it leads out of the folder it is unpacked to; for safety it is refused',
  },
  packageSpecialFile: {
    zh: '压缩包中有文件、目录以外的内容（如设备），出于安全考虑不予接受',
    en: 'it holds something that is neither a file nor a folder; for safety it is refused',
  },
  packageTooLarge: {
    zh: '解压后超过 4 GiB 或文件过多，出于安全考虑不予接受',
    en: 'unpacked it is larger than 4 GiB or holds too many files; for safety it is refused',
  },
  packageNotJMeter: {
    zh: '不是 Apache JMeter 安装包：缺少 bin/ApacheJMeter.jar 或 lib 目录',
    en: 'it is not Apache JMeter: bin/ApacheJMeter.jar or the lib folder is missing',
  },
  packageNotArthas: {
    zh: '不是 Arthas 安装包：应为含 arthas-boot.jar 与 arthas-core.jar 的 zip，或 arthas-boot.jar',
    en: 'it is not Arthas: upload the zip with arthas-boot.jar and arthas-core.jar, or arthas-boot.jar alone',
  },
  packageNotBundle: {
    zh: '不是用 ./pone bundle 生成的该类型安装包：缺少 manifest.json 或类型不符',
    en: 'it was not made by ./pone bundle for this type: manifest.json is missing or names another type',
  },
  packageBundleDamaged: {
    zh: '安装包内容与其 manifest.json 的校验和不一致，请重新生成',
    en: 'its files do not have the checksums of its manifest.json; make it again',
  },
  packageOtherTarget: {
    zh: '安装包的系统或 CPU 架构与所选的不同',
    en: 'it was made for another system or CPU architecture than the chosen one',
  },
  packageOtherVersion: {
    zh: '安装包内的版本与填写的版本不同',
    en: 'the version in it is another than the one entered',
  },
  packageVersionNeeded: {
    zh: '内容中没有版本信息，请填写版本',
    en: 'it does not tell its version; enter the version',
  },
  packageTargetUnsupported: {
    zh: '该类型不支持所选的系统或 CPU 架构',
    en: 'this type is not made for the chosen system or CPU architecture',
  },
}
