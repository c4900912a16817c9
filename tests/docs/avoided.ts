/** Phrases that neither a page nor a message has, and what to write. */
export const AVOIDED: readonly (readonly [phrase: RegExp, instead: string])[] =
  [
    [
      /\b(?:is|are|was|were|be|been|gets?) (?:told|said)\b/i,
      "say who tells it",
    ],
    [/\b(?:tells?|told) of\b/i, '"names" or "shows"'],
    [
      /\b(?:is|are|was|were|be) let\b/i,
      '"frees" or "allows", with its subject',
    ],
    [/\bof (?:its|their) own\b/i, '"its own …" or "separate"'],
    [/\bbesides\b/i, '"in addition to" or "also"'],
    [/\bthere (?:is|are) none\b/i, "say what is missing"],
    [/\bupon each other\b/i, '"combined"'],
    [
      /\b(?:compares?|with|and|the|in) (?:its |their |the )?sums?\b/i,
      "checksum",
    ],
    [/\bhas the ways\b/i, '"describes" or "explains"'],
    [/\bwhat is (?:between|there|so|beyond|gone)\b/i, "name the thing"],
    [/\bas ever\b/i, '"still" or "as usual"'],
    [/\bin place of\b/i, '"instead of"'],
    [/\band the like\b/i, '"and similar …"'],
    [/\bin clear(?! text)\b/i, '"in clear text"'],
    [/\bunasked\b/i, '"by default"'],
    [/\bmisspelt\b/i, '"misspelled"'],
    [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)\w/i, '"is not a …"'],
    [/\bso many\b(?! \w+ that)/i, '"this many"'],
    [
      /\b(?:so|nor|neither) (?:is|are|do|does|did|has|have|can)\b/i,
      "no inversion",
    ],
    [
      /\bas (?:is|are|do|does|did|has|have) (?:a|the|its|their)\b/i,
      "no inversion",
    ],
    [/\b(?:in order to|utili[sz]e|with regard to|prior to)\b/i, "plain words"],
    [/\b(?:simply|obviously|of course|easily)\b/i, "leave it out"],
    [/\b(?:he|she) (?:is|has|may|can|wants)\b/i, '"you"'],
    [/\S {2,}\S/, "one blank"],
  ];

/** Phrases that a page does not have; messages have less room. */
export const AVOIDED_IN_PAGES: typeof AVOIDED = [
  [
    /\b(?:cannot|could not) be (?:read|sent|followed|decoded|obtained|found|written|made)\b/i,
    "say who cannot do it",
  ],
  [
    /\b(?:is|are) (?:listed|withheld|settled|counted|answered)\b/i,
    "say who does it",
  ],
  [/\b(?:is|are) not there\b/i, '"does not exist" or "is missing"'],
  [/\bnothing of (?:the|it|them|this)\b/i, '"nothing" or "no …"'],
  [/^Where (?:a|an|it|they|you|nothing)\b[^.?]*,/, '"If"'],
  [/\b(?:than|of|to|by|with|from|in) what is\b/i, "name the thing"],
  [/\bcomes? of\b/i, "name the cause"],
];
