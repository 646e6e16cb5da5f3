//go:build browser

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// What a designer sees of foreign pictures, films, logos and shares: rows are of one height, a large
// picture has its caption as written, a share of the color of the paper has an edge, and all logos
// are saved at once, those of each list in a folder.
func TestForeignDeskInBrowser(t *testing.T) {
	b := foreign{title: "Desk", files: map[string][]byte{
		"wide.svg": svg(1600, 1000), "tall.svg": svg(800, 1280), "slim.svg": svg(300, 1200), "pan.svg": svg(1800, 600), "a/mark.svg": svg(60, 30), "b/mark.svg": svg(30, 30),
		"a/word.svg": svg(90, 30), "film.webm": []byte("film"),
	}, sections: []foreignSection{
		{"Logo", []string{
			"LOGO", `{"title":"House","logos":[{"name":"Mark","url":"a/mark.svg","clearSpace":0.5},{"name":"Word","url":"a/word.svg","background":"Ink"}]}`,
			"LOGO", `{"title":"Shop","logos":[{"name":"Mark","url":"b/mark.svg"}]}`,
		}},
		{"Pictures", []string{
			"IMAGE", `{"images":[{"url":"wide.svg","alt":"W","caption":"<p>Seen <em>here</em></p>","credit":"By A"},{"url":"tall.svg","alt":"T"}]}`,
			"COLORS", `{"colors":[{"name":"White","hex":"#fff"},{"name":"Ink","hex":"#123"}],"proportions":{"White":3,"Ink":1}}`,
			"COLORS", `{"colors":[{"name":"Alone","hex":"#0a5"}]}`,
			"IMAGE", `{"layout":"half","images":[{"url":"wide.svg","alt":"W"},{"url":"tall.svg","alt":"T"},{"url":"tall.svg","alt":"T"}]}`,
			"IMAGE", `{"layout":"third","images":[{"url":"wide.svg","alt":"W"},{"url":"slim.svg","alt":"T"},{"url":"pan.svg","alt":"L"},{"url":"tall.svg","alt":"T"}]}`,
			"TEXT", `{"layout":"full","html":"<blockquote><p>Said.</p><p>By B</p></blockquote>"}`,
			"VIDEO", `{"layout":"half","videos":[{"url":"film.webm","alt":"F"}]}`,
		}},
	}}.open(t, 1440)
	b.do(t, chromedp.WaitReady(chromedp.CSS(".all-of")))
	for what, check := range map[string]string{
		"pictures of a row have one height": `(() => {
			const [a, b] = [...document.querySelectorAll(".images img")].map((image) => image.getBoundingClientRect().height);
			return Math.abs(a - b) < 0.5 || a + " " + b;
		})()`,
		"a picture of a row is as wide as its figure": `[...document.querySelector(".images").children].every((figure) => {
			const image = figure.querySelector("img"), { width, height } = image.getBoundingClientRect();
			return Math.abs(height * image.getAttribute("width") / image.getAttribute("height") - width) < 2;
		})`,
		"halves and thirds of different shapes fill rows of one height": `["half", "third"].map((layout) => {
			const row = document.querySelector(".images." + layout), figures = [...row.children], of = { half: 2, third: 3 }[layout];
			const boxes = figures.map((figure) => figure.querySelector("img").getBoundingClientRect());
			const first = boxes.slice(0, of), width = row.getBoundingClientRect().width;
			const isRow = first.every((box) => Math.abs(box.height - first[0].height) < 1 && box.top === first[0].top) && boxes[of].top > first[0].top;
			const isFull = Math.abs(first.at(-1).right - first[0].left - width) < 1;
			const isPart = Math.abs(figures[of].getBoundingClientRect().width - (width - 24 * (of - 1)) / of) < 1;
			return isRow && isFull && isPart || layout + JSON.stringify(boxes);
		}).find((found) => found !== true) ?? true`,
		"a color that is alone takes the row": `(() => {
			const color = [...document.querySelectorAll(".swatch")].at(-1), row = color.parentElement;
			return color.querySelector(".field").getBoundingClientRect().width === row.getBoundingClientRect().width;
		})()`,
		"a white share has an edge":            `getComputedStyle(document.querySelector(".shares svg")).boxShadow !== "none"`,
		"who said it stands off the quotation": `parseFloat(getComputedStyle(document.querySelector(".quotation p + p")).marginTop) > 8`,
		"a film without a picture has the shape of a film": `(() => {
			const { width, height } = document.querySelector("video").getBoundingClientRect();
			return Math.abs(width / height - 16 / 9) < 0.02 || width + " " + height;
		})()`,
		"a large picture has its sizes and its caption": `new Promise((done) => {
			const look = () => document.querySelector(".large[open]") ? done(document.querySelector(".large .rich")) : requestAnimationFrame(look);
			const small = document.querySelector("a.zoom img");
			small.srcset = small.src + " 480w";
			small.parentElement.click();
			look();
		}).then((caption) => document.querySelector(".large > img").sizes === "100vw" && document.querySelector(".large > img").srcset.endsWith(" 480w") && caption.innerHTML.includes("<em>here</em>") && caption.querySelector(".credit").textContent === "By A" || caption.outerHTML)`,
		"a logo stands on another ground where it is": `(() => {
			const [mark, word] = document.querySelectorAll(".logos > li");
			const grounds = (item) => [...item.querySelectorAll(".frame input")].map((ground) => ground.title + (ground.checked ? "*" : "")).join();
			const color = (part) => getComputedStyle(part).backgroundColor;
			const before = color(mark.querySelector(".frame"));
			mark.querySelector("[title=Ink]").click();
			const on = [mark.querySelector(".frame"), mark.querySelector(".logo-rules .ground")].map(color).join(" ");
			mark.querySelector("input").click();
			const reads = [grounds(mark), grounds(word), on, color(mark.querySelector(".frame")) === before, color(word.querySelector(".frame"))].join(" | ");
			return reads === "Ground*,Ink,White,#000000 | Ink*,White,#000000 | rgb(17, 34, 51) rgb(17, 34, 51) | true | rgb(17, 34, 51)" || reads;
		})()`,
		"grounds stand beside a logo": `[...document.querySelectorAll(".logos .frame")].every((frame) => {
			const grounds = frame.querySelector(".grounds > input").getBoundingClientRect(), logo = frame.querySelector("img").getBoundingClientRect();
			return logo.right <= grounds.left && grounds.top >= frame.getBoundingClientRect().top;
		})`,
		"all logos are saved at once": `new Promise((done) => {
			URL.createObjectURL = (blob) => { blob.text().then(done); return "#"; };
			const offers = [...document.querySelectorAll(".logos ~ .all-of")];
			if (offers.map((offer) => offer.textContent).join() !== "House (ZIP),All logos (ZIP)") done(offers.length);
			offers.at(-1).click();
		}).then((zip) => ["house/mark.svg", "house/word.svg", "shop/mark.svg"].every((name) => zip.includes(name)) || zip)`,
	} {
		if got := evaluate[any](t, b, check); got != true {
			t.Errorf("not so: %s: %v", what, got)
		}
	}
	b.checkProblems(t)
}
