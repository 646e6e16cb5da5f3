// Prints what Google's evaluator finds in the policies of pages: node csp.mjs SITE PATH….
import evaluator from 'csp_evaluator/dist/evaluator.js';
import parser from 'csp_evaluator/dist/parser.js';

const [site, ...paths] = process.argv.slice(2);
const unquote = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
for (const path of paths) {
  const response = await fetch(site + path);
  const header = response.headers.get('content-security-policy');
  const meta = (await response.text()).match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/);
  // A page must be within both policies.
  const policy = new parser.CspParser(`${header}; ${meta ? unquote(meta[1]) : ''}`).csp;
  for (const { severity, directive, value, description } of new evaluator.CspEvaluator(policy).evaluate()) {
    console.log(`${severity} ${directive} ${value ?? ''} ${description}`.replace(/sha256-[^']*/g, 'sha256-…').replace(/localhost:\d+/g, 'localhost'));
  }
}
