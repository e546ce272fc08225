/** What the API's reference adds to Swagger: it works out what is looked at, and no more.
 *
 * Asked for one operation, Swagger follows every reference of the whole document, which takes seconds
 * for what could be done in a moment. It gets the document with that one path in it. */
function partOf(whole, place) {
  const paths = place[0] === 'paths' && place.length > 1 ? { [place[1]]: whole.paths[place[1]] } : {};
  const asked = place[0] === 'components' && place[1];
  const components = asked === 'securitySchemes' ? { [asked]: whole.components[asked] } : whole.components;
  return { ...whole, paths, components };
}

function onePathAtATime() {
  return {
    afterLoad({ fn }) {
      const follow = fn.resolveSubtree;
      this.fn.resolveSubtree = (whole, place, options) => follow(partOf(whole, place), place, options);
    },
  };
}

/** The document is JSON, which a browser reads faster than Swagger reads YAML. */
function readAsJson() {
  const parseToJson = (_slowly, { specActions }) => (text) => specActions.updateJsonSpec(JSON.parse(text));
  return { statePlugins: { spec: { wrapActions: { parseToJson } } } };
}

/** Show the reference in place of the page's own list of groups, once it is drawn. */
function drawn() {
  document.getElementById('docs-first').hidden = true;
  document.getElementById('swagger-ui').hidden = false;
}

document.querySelector('[data-drawing]').hidden = false;
globalThis.batidaDocs = { plugins: [onePathAtATime, readAsJson], onComplete: drawn };
